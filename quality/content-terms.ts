import { analyze } from '../src/text/analyzer.ts';

/** The stems of an English text, without stop words. */
export function contentTerms(text: string): string[] {
  return analyze(text, 'en')
    .filter(({ kind }) => kind !== 'stop')
    .map(({ term }) => term);
}
