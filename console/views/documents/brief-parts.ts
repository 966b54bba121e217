import type { Chunk } from '../../api/documents.ts';
import { inOneLine } from '../../components/in-one-line.ts';

const FIRST_LINES_MAX = 280;
/** What the facts name already, and rows of tables, which say nothing in one line. */
const NO_PROSE = /^(?:Author|From|Date|Updated|Reviewed|File created): |\s\|(?:\s|$)/u;

/** `Slide 2`: the line below says what it is about. */
const NUMBERED = /^\p{L}+ \p{N}+$/u;

/** The headings of a document, each with its section, how many are above it, and the page on which it begins. */
export function headingsOf(chunks: readonly Pick<Chunk, 'section' | 'page' | 'text'>[]) {
  const seen = new Set<string>();
  return chunks.flatMap(({ section, page, text }) => {
    if (!section || seen.has(section)) return [];
    seen.add(section);
    const path = section.split(' › ');
    const last = path.at(-1)!;
    const [first, ...rest] = text.split(/\n+/);
    const below = NUMBERED.test(last) && first === last && rest.find((line) => !NO_PROSE.test(line));
    return [{ section, text: below || last, depth: path.length - 1, page }];
  });
}

/** The beginning of a text in one line, after its headings, empty where it has none but tables: whole sentences if one ends soon, whole words otherwise. */
export function firstLines(text: string): string {
  const lines = text.split(/\n+/).filter((line) => !NO_PROSE.test(line));
  const first = lines.findIndex((line) => /[.!?。]/u.test(line));
  const line = inOneLine(lines.slice(Math.max(0, first)).join(' '));
  if (line.length <= FIRST_LINES_MAX) return line;
  const cut = line.slice(0, FIRST_LINES_MAX);
  const sentences = /^.{80,}[.!?。](?= )/u.exec(cut)?.[0];
  return sentences ?? `${cut.replace(/\s+\S*$/, '')} …`;
}
