import { startDocumentText } from '../document-text.ts';
import type { ParsedDocument } from '../parsed-document.ts';
import { decodeText } from './decode-text.ts';

/**
 * Plain text: blank lines separate paragraphs, and lines within one stay as they are. A line underlined by a row of
 * `=`, `-`, `~` or `^` (reStructuredText, READMEs) is a heading.
 *
 * @throws {IngestFailure} `no_text`, `damaged_file` or `too_complex`.
 */
export function parseText(bytes: Uint8Array): ParsedDocument {
  const document = startDocumentText();
  const levels = new Map<string, number>();
  for (const paragraph of decodeText(bytes)
    .replace(/\r\n?/g, '\n')
    .split(/\n(?:[^\S\n]*\n)+/)) {
    const underlined = UNDERLINED.exec(paragraph);
    if (underlined && isUnderline(underlined[1]!, underlined[2]!)) {
      const mark = underlined[2]![0]!;
      if (!levels.has(mark)) levels.set(mark, Math.min(levels.size + 1, 6));
      document.add('heading', underlined[1]!, { level: levels.get(mark) });
      document.add('paragraph', paragraph.slice(underlined[0].length));
    } else document.add('paragraph', paragraph);
  }
  return document.finish({ title: null, headingsAreTitles: levels.size > 0 });
}

/** A heading's text and its underline; in reStructuredText a line above may mirror it. */
const UNDERLINED =
  /^(?:[=\-~^]{3,}\n)?[^\S\n]*([^\s\n][^\n]{0,199})\n([=]{3,}|[-]{3,}|[~]{3,}|\^{3,})[^\S\n]*(?:\n|$)/;

function isUnderline(heading: string, underline: string): boolean {
  return underline.length >= heading.trim().length - 2 && /[\p{L}\p{N}]/u.test(heading);
}
