import { isOfVersion, isVersionHeading } from '../question/asked-version.ts';
import type { QuestionWords } from '../question/question-words.ts';
import type { AnalysedSentence, ReadPassage } from './passage-analysis.ts';

/** The first of a longer list. */
const CHANGES_MAX = 12;

/**
 * The items below the heading of the version that a question asks for, of the best passage that has them.
 *
 * @returns Empty when the question asks for no version's changes, or no passage has two of them.
 */
export function changesOfVersion(
  { version }: QuestionWords,
  passages: readonly ReadPassage[],
): (ReadPassage & { sentence: AnalysedSentence })[] {
  if (version === null) return [];
  for (const read of passages) {
    const changes = changesIn(read, version);
    if (changes.length > 1) return changes.slice(0, CHANGES_MAX).map((sentence) => ({ ...read, sentence }));
  }
  return [];
}

function changesIn({ passage, analysis }: ReadPassage, version: string): AnalysedSentence[] {
  const headings = (passage.section ?? '').split(' › ');
  let isAsked = headings.some((heading) => isVersionHeading(heading) && isOfVersion(heading, version));
  const changes: AnalysedSentence[] = [];
  /** Index of the first sentence of the last item. */
  let first = -1;
  for (const [index, sentence] of analysis.sentences.entries()) {
    const { start, end, endToken, item, head } = sentence;
    const line = passage.text.slice(start, end);
    if (item === null && isVersionHeading(line)) isAsked = isOfVersion(line, version);
    else if (isAsked && item !== null && head === first && changes.length > 0)
      changes.push({ ...changes.pop()!, end, endToken });
    else if (isAsked && item !== null) {
      changes.push(sentence);
      first = index;
    }
  }
  return changes;
}
