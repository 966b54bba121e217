import { packOf } from '../../../languages/languages.ts';
import type { ParsedQuestion } from '../../../question/parsed-question.ts';
import { fillersOf } from '../../../question/question-terms.ts';
import type { CorpusWords } from '../../choose/question-words.ts';

const MISSING_MAX = 5;
/**
 * The words of a question that no document has, neither as they are written, nor joined or divided in another way, nor
 * as a word of like meaning. One that was taken for a typing error is missing, too. So a refusal can say which words to
 * replace.
 *
 * @param corpus The documents that the question may be answered from.
 * @returns As they stand in the question, each once, in its order; at most five.
 */
export function missingWords(
  { asked, languages, spellings, variants }: ParsedQuestion,
  corpus: Pick<CorpusWords, 'idf'>,
): string[] {
  const idfOfAbsent = corpus.idf('');
  const isKnown = (term: string) =>
    corpus.idf(term) < idfOfAbsent ||
    variants?.has(term) ||
    spellings?.get(term)?.some(({ weight }) => weight === 1);
  const readings = languages.length > 0 ? languages : [null];
  const known = readings.flatMap((language) => asked.tokens(language).filter(({ term }) => isKnown(term)));
  const [language = null] = languages;
  const fillers = fillersOf(language);
  const particles = packOf(language)?.verbParticles?.split(' ') ?? [];
  const words = asked
    .tokens(language)
    .filter(({ kind }) => kind !== 'stop')
    .filter(
      ({ surface }) => !fillers.has(surface.toLowerCase()) && !particles.includes(surface.toLowerCase()),
    );
  // A part of a word may be known: of a number with dots, or of a text without spaces.
  const missing = words.filter(({ start, end }) =>
    known.every((token) => token.end <= start || token.start >= end),
  );
  return [...new Set(missing.map(({ surface }) => surface))].slice(0, MISSING_MAX);
}
