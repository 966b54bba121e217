import type { OfficePackage } from './office-package.ts';

type SlideItem =
  | { readonly kind: 'paragraph' | 'list_item'; readonly text: string }
  | { readonly rows: readonly (readonly string[])[] };

/**
 * The text of a slide, a notes page or a diagram: all consist of the same paragraphs. The title is empty when the slide
 * has none.
 *
 * @param options.only The one type of placeholder whose text counts.
 * @see ECMA-376 part 1, 19.3 (slides) and 21.1 (text and tables).
 */
export function readSlide(file: OfficePackage, part: string, options: { only?: string } = {}) {
  let title = '';
  const items: SlideItem[] = [];
  /** Placeholder type of a shape; null for a text box. */
  let placeholder: string | null = null;
  let shapeTexts: string[] = [];
  let rows: string[][] | undefined;
  let pieces: string[] = [];

  const isCounted = () =>
    options.only === undefined ? !FRAME_PLACEHOLDERS.has(placeholder ?? '') : placeholder === options.only;

  const endShape = () => {
    const isList = LIST_PLACEHOLDERS.has(placeholder ?? '') && shapeTexts.length > 1;
    if (TITLE_PLACEHOLDERS.has(placeholder ?? '') && title === '') title = shapeTexts.join(' ');
    else for (const text of shapeTexts) items.push({ kind: isList ? 'list_item' : 'paragraph', text });
    shapeTexts = [];
  };

  const endParagraph = () => {
    const text = pieces.join('').trim();
    pieces = [];
    const row = rows?.at(-1);
    if (row && row.length > 0) row[row.length - 1] = `${row.at(-1)} ${text}`.trim();
    else if (text !== '') shapeTexts.push(text);
  };

  file.visit(part, {
    open(name, attributes) {
      if (SKIPPED_ELEMENTS.has(name)) return 'skip';
      if (name === 'sp') placeholder = null;
      else if (name === 'ph') placeholder = attributes.type ?? 'obj';
      else if (name === 'txBody' && !rows && !isCounted()) return 'skip';
      else if (name === 'fld' && attributes.type === 'slidenum') return 'skip';
      else if (name === 'tbl') rows = [];
      else if (name === 'tr') rows?.push([]);
      else if (name === 'tc') rows?.at(-1)?.push(attributes.vMerge === '1' ? cellAbove(rows) : '');
      else if (name === 'br') pieces.push('\n');
      else if (name === 'tab') pieces.push(' ');
    },
    text(text, within) {
      if (within === 't') pieces.push(text);
    },
    close(name) {
      if (name === 'p') endParagraph();
      else if (name === 'sp' || name === 'pt') endShape();
      else if (name === 'tbl' && rows) {
        items.push({ rows });
        rows = undefined;
      }
    },
  });
  endShape();
  return { title: title.replace(/\s+/g, ' '), items };
}

/** A cell merged with the one above it repeats its text. */
function cellAbove(rows: readonly (readonly string[])[]): string {
  return rows.at(-2)?.[rows.at(-1)!.length] ?? '';
}

/** Alternatives for older programs duplicate the text; the first is for current ones. */
const SKIPPED_ELEMENTS: ReadonlySet<string> = new Set(['Fallback', 'extLst']);
const TITLE_PLACEHOLDERS: ReadonlySet<string> = new Set(['title', 'ctrTitle']);
const LIST_PLACEHOLDERS: ReadonlySet<string> = new Set(['body', 'obj']);
/** Date, footer, header, number, and the slide thumbnail on its notes page. */
const FRAME_PLACEHOLDERS: ReadonlySet<string> = new Set(['dt', 'ftr', 'hdr', 'sldNum', 'sldImg']);
