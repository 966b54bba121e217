import type { WeightedTerm } from '../ports/search-index.ts';
import type { ParsedQuestion } from './parsed-question.ts';

/**
 * A parsed question as text, a line for each part that it has: what traces and failing tests show.
 *
 *     asked      And how many for managers?
 *     languages  en
 *     wants      number
 *     continues  an earlier question
 *     carries    leav 0.5, annual 0.5
 *     terms      .and 0.1, .how 0.1, mani 0.1, .for 0.1, manag, leav 0.5, annual 0.5
 */
export function printQuestion(question: ParsedQuestion): string {
  const { asked, languages, type, clauses, ofDocuments, standalone } = question;
  const lines: readonly (readonly [name: string, value: string])[] = [
    ['asked', asked.text],
    ['languages', languages.join(', ')],
    ['wants', type === 'other' ? '' : type],
    ['parts', clauses.map(({ start, end }) => asked.text.slice(start, end)).join(' | ')],
    ['continues', question.continues ? 'an earlier question' : ''],
    ['asks for', question.asksForMore ? 'more of the answer before' : ''],
    ['documents', ofDocuments ? `${ofDocuments.asks}: ${ofDocuments.of}` : ''],
    ['writes', question.asksToWrite ? 'a text' : ''],
    ['standalone', standalone === asked ? '' : standalone.text],
    ['carries', printTerms(question.carried)],
    ['wordings', printTerms(question.wordings ?? [])],
    ['terms', printTerms(question.terms)],
    ['spelt', printEntries(question.spellings, printTerms)],
    ['or', printEntries(question.variants, printVariants)],
  ];
  const said = lines.filter(([, value]) => value !== '');
  return said.map(([name, value]) => `${name.padEnd(NAME_WIDTH)} ${value}`).join('\n');
}

const NAME_WIDTH = 10;

/** A weight of 1 is not printed. */
function printTerms(terms: readonly WeightedTerm[]): string {
  const printed = terms.map(({ term, weight }) =>
    weight === 1 ? term : `${term} ${Number(weight.toFixed(2))}`,
  );
  return printed.join(', ');
}

function printVariants(variants: readonly { terms: readonly string[]; weight: number }[]): string {
  return printTerms(variants.map(({ terms, weight }) => ({ term: terms.join(' '), weight })));
}

function printEntries<T>(entries: ReadonlyMap<string, T> | undefined, print: (value: T) => string): string {
  return Array.from(entries ?? [], ([term, value]) => `${term}: ${print(value)}`).join('; ');
}
