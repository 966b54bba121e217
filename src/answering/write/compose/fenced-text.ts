import { createSegmenter, type Segment } from './segmenter.ts';

/** Fences in fences that are read. */
const FENCES_MAX = 3;

/**
 * The sentences of a code block that holds no code: models at times put their whole answer into a fence. It shows by its
 * citations, which stand behind sentences and not behind code.
 *
 * @returns The segment itself when it is anything else.
 */
export function unfenced(segment: Segment, fencesMax = FENCES_MAX): Segment[] {
  const { kind, lead, text } = segment;
  const inner = kind === 'code' && fencesMax > 0 ? FENCED.exec(text)?.groups?.inner : undefined;
  if (inner === undefined || !CITED.test(inner)) return [segment];
  const segmenter = createSegmenter();
  const segments = [...segmenter.push(inner), ...segmenter.end()].flatMap((within) =>
    unfenced(within, fencesMax - 1),
  );
  return segments.map((first, i) => (i === 0 ? { ...first, lead } : first));
}

/** A block without a language, or with one of text; its closing fence may be missing. */
const FENCED =
  /^(?<fence>`{3,}|~{3,})[^\S\n]*(?:markdown|md|text|txt|plaintext)?[^\S\n]*\n(?<inner>[\s\S]*?)(?:\n[^\S\n]*\k<fence>[`~]*)?$/iu;
/** Behind a word at the end of its sentence or line, or behind a sentence; not `a[1]`, and not `list: [1]`. */
const CITED =
  /(?:[\p{L}\p{N}"'”’»)][^\S\n]+(?:\[\d{1,3}\][^\S\n]*)+(?:[.!?…。！？](?=\s|$)|$)|[.!?…。！？]["'”’»)]*[^\S\n]*\[\d{1,3}\](?=[\s[]|$))/mu;
