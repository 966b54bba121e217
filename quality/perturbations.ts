import { dropClause, joinSentences, swapClauses } from './clause-edits.ts';
import { type Context, escaped, type Paragraph, pick, type Random, replaced } from './edit-context.ts';
import { addNegation, removeNegation } from './negation-edits.ts';
import { borrowNumber, changeNumber, changeYear, reformatDigits } from './number-edits.ts';
import { monthsOf, unitsOf } from './unit-words.ts';

/** Edits that change a sentence's meaning. */
export const EDITS = [
  'number changed',
  'number of the passage',
  'year changed',
  'month changed',
  'unit changed',
  'foreign name',
  'name of the passage',
  'negation added',
  'negation removed',
] as const;

/** Edits that preserve its truth. */
export const CONTROLS = [
  'verbatim',
  'digits reformatted',
  'clause dropped',
  'clauses swapped',
  'sentences joined',
] as const;

export interface Perturbed {
  readonly kind: (typeof EDITS)[number] | (typeof CONTROLS)[number];
  readonly sentence: string;
}

/** Shorter sentences say too little to be edited. */
const SENTENCE_UNITS_MIN = 20;

/**
 * Every applicable edit and control, once for each sentence.
 *
 * @param foreignNames Names of other articles in the paragraph's language.
 */
export function* perturb(
  paragraph: Paragraph,
  foreignNames: readonly string[],
  random: Random,
): Generator<Perturbed> {
  for (const [i, range] of paragraph.sentences.entries()) {
    const text = paragraph.text.slice(range.start, range.end).trim();
    if (text.length < SENTENCE_UNITS_MIN) continue;
    const start = paragraph.text.indexOf(text, range.start);
    const next = paragraph.sentences[i + 1];
    const whole = next && next.start > range.end ? paragraph.text.slice(next.start, next.end).trim() : '';
    const following = whole.length < SENTENCE_UNITS_MIN ? undefined : whole;
    const context: Context = { paragraph, text, start, following, foreignNames, random };
    for (const kind of [...EDITS, ...CONTROLS]) {
      const sentence = MAKERS[kind](context);
      if (sentence !== undefined && (sentence !== text || kind === 'verbatim')) yield { kind, sentence };
    }
  }
}

const MAKERS: Record<Perturbed['kind'], (context: Context) => string | undefined> = {
  'number changed': changeNumber,
  'number of the passage': borrowNumber,
  'year changed': changeYear,
  'month changed': changeMonth,
  'unit changed': changeUnit,
  'foreign name': (context) => replaceName(context, context.foreignNames),
  'name of the passage': (context) =>
    replaceName(
      context,
      context.paragraph.names.map(({ text }) => text),
    ),
  'negation added': ({ text, paragraph, random }) => addNegation(text, paragraph.language, random),
  'negation removed': ({ text, paragraph, random }) => removeNegation(text, paragraph.language, random),
  verbatim: ({ text }) => text,
  'digits reformatted': reformatDigits,
  'clause dropped': dropClause,
  'clauses swapped': swapClauses,
  'sentences joined': joinSentences,
};

/** Replaces a sign or word after a number, or a currency sign before it, by another one. */
function changeUnit({ paragraph, text, random }: Context): string | undefined {
  const units = [...unitsOf(paragraph.language)].sort((a, b) => b.length - a.length);
  const expression = new RegExp(
    `(?<=\\p{Nd}[ \\u00a0]?)(?:${units.map(escaped).join('|')})(?![\\p{L}\\p{M}])|(?<=\\p{Nd} ?)[%°€]|[$€£](?=\\s?\\p{Nd})`,
    'gu',
  );
  const loose = new RegExp(expression.source.replace('(?![\\p{L}\\p{M}])', ''), 'gu');
  const unspaced = paragraph.language === 'zh' || paragraph.language === 'th';
  const unit = pick(
    [...text.matchAll(unspaced ? loose : expression)].map((match) => ({ text: match[0], at: match.index })),
    random,
  );
  if (!unit) return undefined;
  const signs = ['$', '€', '£', '%'];
  const others = (signs.includes(unit.text) ? signs : units).filter((other) => other !== unit.text);
  return replaced(text, unit, pick(others, random)!);
}

function replaceName(
  { paragraph, text, start, random }: Context,
  names: readonly string[],
): string | undefined {
  const inside = paragraph.names.filter(
    (name) => name.start >= start && name.start + name.text.length <= start + text.length,
  );
  const name = pick(inside, random);
  if (!name) return undefined;
  const other = pick(
    names.filter((candidate) => !shareWords(candidate, name.text)),
    random,
  );
  return other && replaced(text, { text: name.text, at: name.start - start }, other);
}

/** One name may be part of the other, or both of one family: the edit might be no error then. */
function shareWords(a: string, b: string): boolean {
  const [left, right] = [a.toLowerCase(), b.toLowerCase()];
  if (left.includes(right) || right.includes(left)) return true;
  const words = new Set(left.split(/[\s·・-]+/u));
  return right.split(/[\s·・-]+/u).some((word) => words.has(word));
}

/** Only beside a day or a year: many names of months have other meanings (`may`, Romanian `mai`). */
function changeMonth({ paragraph, text, random }: Context): string | undefined {
  const months = monthsOf(paragraph.language);
  if (months.length === 0) return undefined;
  const name = `(?:${months.map(escaped).join('|')})(?![\\p{L}\\p{M}])`;
  const expression = new RegExp(
    `(?<=\\p{Nd}\\P{L}{1,2}(?:de )?)${name}|(?<![\\p{L}\\p{M}])${name}(?= (?:de )?\\p{Nd})`,
    'giu',
  );
  const month = pick(
    [...text.matchAll(expression)].map((match) => ({ text: match[0], at: match.index })),
    random,
  );
  const others = months.filter((other) => other.toLowerCase() !== month?.text.toLowerCase());
  return month && replaced(text, month, pick(others, random)!);
}
