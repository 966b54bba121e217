import type { EmbeddingInput } from '../../../ports/embedding-model.ts';

/**
 * Version of how a passage becomes the text to embed. It is part of the id of stored embeddings: a new version replaces
 * them all. 1 was the passage alone.
 */
export const RECIPE = 2;

/** Maximum of UTF-16 units for title and section, and their maximum share of the model's input. */
const HEADING_CHARACTERS_MAX = 300;
const HEADING_SHARE_MAX = 1 / 8;
/** Where a model family expects the title within its prefix. */
const TITLE_PLACE = '{title}';
const NO_TITLE = 'none';
/** The chunker's heading separator. */
const SECTION_JOINT = ' › ';

/**
 * `title⏎section⏎⏎text`, as models were trained on documents that begin with their title, after the prefix of the
 * model's family.
 *
 * @param options.characters The model's input limit in UTF-16 units; a longer text loses its end.
 */
export function embeddedText(
  { text, title, section }: EmbeddingInput,
  { prefix, characters }: { prefix: string; characters: number },
): string {
  const headingMax = Math.min(HEADING_CHARACTERS_MAX, Math.floor(characters * HEADING_SHARE_MAX));
  const heading = cut(headingOf(title ?? '', section ?? ''), headingMax);
  if (prefix.includes(TITLE_PLACE)) {
    // Only one line fits.
    const named = heading.replaceAll('\n', SECTION_JOINT) || NO_TITLE;
    return prefix.replace(TITLE_PLACE, () => named) + sayable(cut(text, characters - heading.length));
  }
  return prefix + sayable(cut(heading === '' ? text : `${heading}\n\n${text}`, characters));
}

/** A section that begins with the title makes the title redundant. */
function headingOf(title: string, section: string): string {
  if (section === title || section.startsWith(title + SECTION_JOINT)) return section;
  return [title, section].filter((part) => part !== '').join('\n');
}

/** Leaves no lone surrogate at the end. */
function cut(text: string, characters: number): string {
  return text.length <= characters ? text : text.slice(0, characters).replace(/[\uD800-\uDBFF]$/, '');
}

/** Providers reject empty texts. */
function sayable(text: string): string {
  return text.trim() === '' ? '-' : text;
}
