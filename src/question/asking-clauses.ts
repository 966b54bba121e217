import { splitSentences } from '../text/sentences.ts';
import { QUESTION_END } from './question-language.ts';

/** Range of a part of a question, in UTF-16 units. */
export interface Clause {
  readonly start: number;
  readonly end: number;
}

/**
 * The parts of a question that each ask something: two sentences with a question mark, or "… and when …".
 *
 * @returns Two, or none when it asks one thing or more than two.
 */
export function askingClauses(question: string): readonly Clause[] {
  const clauses = splitSentences(question)
    .filter(({ start, end }) => QUESTION_END.test(question.slice(start, end)))
    .flatMap(({ start, end }) => clausesWithin(question, start, end));
  return clauses.length === 2 ? clauses : [];
}

function clausesWithin(question: string, start: number, end: number): Clause[] {
  const clauses: Clause[] = [];
  let from = start;
  for (const { index } of question.slice(start, end).matchAll(JOINT)) {
    const joint = start + index;
    if (!ASKS.test(question.slice(from, joint))) continue;
    clauses.push({ start: from, end: joint });
    from = joint;
  }
  return [...clauses, { start: from, end }];
}

const WORDS =
  'who|what|when|where|why|how|which|wer|was|wann|wo|warum|wie|quién|qué|cuándo|cuánt[oa]s?|dónde|por qué|cómo|' +
  'qui|que|quand|où|pourquoi|comment|combien|cine|ce|când|unde|cât|câți|кто|что|когда|где|почему|сколько|как|' +
  'ποιος|τι|πότε|πού|γιατί|πόσ(?:ο|α|οι|ες)|kim|ne zaman|nerede|neden|kaç|من|ما|متى|أين|لماذا|كم|कौन|क्या|कब|कहाँ|क्यों|कितने|' +
  'ai|khi nào|ở đâu|tại sao|bao nhiêu|quando|dove|onde|quem|chi|wanneer|waar|hoeveel|kto|kiedy|gdzie';

/** A question word after "and". */
const JOINT = new RegExp(
  `[,;]? (?:and|und|y|et|și|и|και|ve|و|और|và|e|en|i) (?:${WORDS})(?![\\p{L}\\p{M}])`,
  'giu',
);

/** A question word with its object: "how and why" ask one thing. */
const ASKS = new RegExp(`(?<![\\p{L}\\p{M}])(?:${WORDS}) \\S+ ?\\S`, 'iu');
