import type { EmbeddingInput } from '../../../ports/embedding-model.ts';

/**
 * How a passage becomes the text that is embedded. It is part of the id that embeddings are kept under: under another one
 * all are made anew. 1 was the passage alone.
 */
export const RECIPE = 2;

/** UTF-16 units that title and section may take, and the share of what the model takes. */
const HEADING_CHARACTERS_MAX = 300;
const HEADING_SHARE_MAX = 1 / 8;
/** Where a family of models wants the title within its prefix. */
const TITLE_PLACE = '{title}';
const NO_TITLE = 'none';
/** As the chunker joins headings. */
const SECTION_JOINT = ' › ';

/**
 * `title⏎section⏎⏎text`, as the models of the field were trained on documents that begin with their title, behind the
 * prefix of the model's family.
 *
 * @param options.characters UTF-16 units that the model takes; the end of a longer text is left out.
 */
export function embeddedText(
  { text, title, section }: EmbeddingInput,
  { prefix, characters }: { prefix: string; characters: number },
): string {
  const headingMax = Math.min(HEADING_CHARACTERS_MAX, Math.floor(characters * HEADING_SHARE_MAX));
  const heading = cut(headingOf(title ?? '', section ?? ''), headingMax);
  if (prefix.includes(TITLE_PLACE)) {
    // The one line that stands there.
    const named = heading.replaceAll('\n', SECTION_JOINT) || NO_TITLE;
    return prefix.replace(TITLE_PLACE, () => named) + sayable(cut(text, characters - heading.length));
  }
  return prefix + sayable(cut(heading === '' ? text : `${heading}\n\n${text}`, characters));
}

/** A section that begins with the title says it already. */
function headingOf(title: string, section: string): string {
  if (section === title || section.startsWith(title + SECTION_JOINT)) return section;
  return [title, section].filter((part) => part !== '').join('\n');
}

/** No surrogate is left alone at the end. */
function cut(text: string, characters: number): string {
  return text.length <= characters ? text : text.slice(0, characters).replace(/[\uD800-\uDBFF]$/, '');
}

/** An empty text is none that providers take. */
function sayable(text: string): string {
  return text.trim() === '' ? '-' : text;
}
