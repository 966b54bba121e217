import { expressionOf, LANGUAGES } from '../languages/languages.ts';
import type { LanguagePack } from '../languages/pack.ts';
import { analyze } from '../text/analyzer.ts';
import { stopWordsOf } from '../text/stop-words.ts';
import { asksForMore } from './elaboration.ts';

/**
 * Whether the words of a question show that it continues an earlier one: "and …", "what about …", "… it …", "tell me
 * more".
 *
 * @param language ISO 639-1 code of the question; null when unknown. It tells the Italian article `il` from the French
 *   pronoun.
 */
export function continuesEarlier(question: string, language: string | null = null): boolean {
  return (
    has(OPENING, question, language) ||
    has(PRONOUNS, withoutIt(beforeOwnSubject(question, language)), language) ||
    asksForMore(question)
  );
}

/** Behind so many content words of its question, a pronoun stands for one of them. */
const OWN_SUBJECT_WORDS = 6;

/** A question up to where it has named a subject: “My supplier gave me a watch worth 300 pounds. May I keep it?” */
function beforeOwnSubject(question: string, language: string | null): string {
  const content = analyze(question, language).filter(({ kind }) => kind !== 'stop');
  return question.slice(0, content[OWN_SUBJECT_WORDS]?.start);
}

/** “The head of IT” points to nothing, unless all words are in capitals. */
function withoutIt(question: string): string {
  return question.includes('IT') && /\p{Ll}/u.test(question)
    ? question.replace(/(?<![\p{L}\p{N}])IT(?![\p{L}\p{N}])/gu, '')
    : question;
}

type Continuing = keyof NonNullable<LanguagePack['continuations']>;

/** Words with a meaning, by language, and what finds those of all languages. */
interface Words {
  readonly expression: RegExp;
  readonly of: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Whether a text has one of the words, and it is not merely a small word of the text's own language. */
function has({ expression, of }: Words, text: string, language: string | null): boolean {
  // Not `matchAll`, which copies the expression: for these that takes longer than the search.
  for (const found of text.match(expression) ?? []) {
    const word = found.replace(NO_LETTERS_BEFORE, '').toLowerCase();
    if (language === null || of.get(language)?.has(word) || !stopWordsOf(language).has(word)) return true;
  }
  return false;
}

const NO_LETTERS_BEFORE = /^[^\p{L}¿]+/u;

function wordsOf(kind: Continuing, { before }: { before: string }): Words {
  const after = '(?![\\p{L}\\p{M}\\p{N}])';
  return {
    expression: expressionOf(LANGUAGES, ({ continuations }) => continuations?.[kind], {
      before,
      after,
      flags: 'giu',
    }),
    of: new Map(
      LANGUAGES.map(({ code, continuations }) => [code, new Set(continuations?.[kind]?.split('|'))]),
    ),
  };
}

const NO_WORD_BEFORE = { before: '(?<![\\p{L}\\p{M}\\p{N}])' };
const OPENING = wordsOf('openings', { before: `^[\\s"'¿¡(]*` });
const PRONOUNS = wordsOf('pronouns', NO_WORD_BEFORE);
