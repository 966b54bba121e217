import { it } from 'node:test';
import { standAlone } from '../answering/read/follow-up.ts';
import { createEverydayWords } from '../retrieval/expansion/everyday-words.ts';
import { parseQuestion } from './parsed-question.ts';
import { printQuestion } from './print-question.ts';

/** Questions with the possible languages and the questions before them. */
const QUESTIONS: readonly (readonly [text: string, languages: readonly string[], ...earlier: string[]])[] = [
  ['How many days of annual leave do we get?', ['en']],
  ['how long is my vacation', ['en']],
  ['When was the Oslo office opened?', ['en']],
  ['Who signs off travel over 500 euros?', ['en']],
  ['What percentage of refunds is approved?', ['en']],
  ['Why does the VPN drop idle tunnels?', ['en']],
  ['What is a dist-tag?', ['en']],
  ['How do I get rid of an old device?', ['en']],
  ['Which is longer, parental leave or sick leave?', ['en']],
  ['Who approves refunds and when are they paid?', ['en']],
  ['Which documents mention annual leave?', ['en']],
  ['Summarise the travel policy', ['en']],
  ['And for managers?', ['en'], 'How many days of annual leave do staff get?'],
  ['tell me more', ['en'], 'How many days of annual leave do staff get?'],
  ['why?', ['en'], 'Are pets allowed in the office?'],
  ['Wie lange ist die Kündigungsfrist?', ['de']],
  ['¿Cuánto cuesta el envío urgente?', ['es']],
  ['年次休暇は何日ありますか？', ['ja']],
  ['Symbolverzeichnis', ['en', 'de']],
  ['Qu’est-ce que le CEO a décidé en 2024 ?', ['fr']],
];

/**
 * How questions are read, as text that is reviewed. To renew it:
 *
 *     node --test --test-update-snapshots src/question/parsed-questions.test.ts
 */
it('reads twenty questions as the file beside it says', (t) => {
  const words = createEverydayWords();
  const idf = (term: string) => (term === '' ? 9 : 3);
  const printed = QUESTIONS.map(([text, languages, ...earlier]) => {
    const turns = earlier.map((question) => ({ question, answer: '' }));
    const question = standAlone(parseQuestion(text, languages), { turns, summary: [] }, { idf });
    const variants = words.variants(question, languages[0] ?? null, () => true);
    const few = new Map([...variants].map(([term, found]) => [term, found.slice(0, 3)]));
    return printQuestion({ ...question, variants: few });
  });
  const path = new URL('parsed-questions.txt', import.meta.url).pathname;
  t.assert.fileSnapshot(`${printed.join('\n\n')}\n`, path, { serializers: [(text) => text] });
});
