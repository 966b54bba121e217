import { startDocumentText } from '../document-text.ts';
import type { ParsedDocument } from '../parsed-document.ts';
import { decodeText } from './decode-text.ts';

/**
 * Plain text: blank lines separate paragraphs, and lines within one stay as they are. A line underlined by a row of
 * `=`, `-`, `~` or `^` (reStructuredText, READMEs) is a heading, and so is a title that stands alone over prose.
 *
 * @throws {IngestFailure} `no_text`, `damaged_file` or `too_complex`.
 */
export function parseText(bytes: Uint8Array): ParsedDocument {
  const document = startDocumentText();
  const levels = new Map<string, number>();
  const paragraphs = plainParagraphs(decodeText(bytes));
  for (const [index, paragraph] of paragraphs.entries()) {
    const [lines = '', heading = '', underline = ''] = UNDERLINED.exec(paragraph) ?? [];
    if (/[\p{L}\p{N}]/u.test(heading) && underline.length >= heading.trim().length - 2) {
      const mark = underline[0]!;
      if (!levels.has(mark)) levels.set(mark, Math.min(levels.size + 1, 6));
      document.add('heading', heading, { level: levels.get(mark) });
      document.add('paragraph', paragraph.slice(lines.length));
    } else if (isTitle(paragraph, paragraphs[index + 1] ?? '')) {
      document.add('heading', paragraph, { level: TITLE_LEVEL });
    } else {
      document.add('paragraph', paragraph);
    }
  }
  return document.finish({ title: null, headingsAreTitles: levels.size > 0 });
}

/** The texts between blank lines, with `\n` line ends. */
export function plainParagraphs(text: string): string[] {
  return text.replace(/\r\n?/g, '\n').split(/\n(?:[^\S\n]*\n)+/);
}

/** Below every underlined heading. */
const TITLE_LEVEL = 6;
const TITLE_UNITS_MAX = 80;
const TITLE_WORDS_MAX = 12;

/** Whether a paragraph is a short line without the marks of a sentence, a list or a table, over a longer one with them. */
function isTitle(paragraph: string, next: string): boolean {
  const line = paragraph.trim();
  return (
    line.length <= TITLE_UNITS_MAX &&
    line.length < next.length &&
    /^[\p{Lu}\p{Lo}\p{N}]/u.test(line) &&
    /\p{L}{2}/u.test(line) &&
    !/[\n\t|]|: |\S@\S|:\/\/|[.!?…。！？:;,،、।]["'”’»)\]]*$/u.test(line) &&
    line.split(/\s+/u, TITLE_WORDS_MAX + 1).length <= TITLE_WORDS_MAX &&
    /^[\p{Lu}\p{Lo}\p{N}]/u.test(next.trimStart()) &&
    /[.!?。！？](?:\s|$)/u.test(next)
  );
}

/** A heading's text and its underline; in reStructuredText a line above may mirror it. */
const UNDERLINED =
  /^(?:[=\-~^]{3,}\n)?[^\S\n]*([^\s\n][^\n]{0,199})\n([=]{3,}|[-]{3,}|[~]{3,}|\^{3,})[^\S\n]*(?:\n|$)/;
