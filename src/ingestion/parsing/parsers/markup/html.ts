import { parse, serialize } from 'parse5';
import { startDocumentText } from '../../document-text.ts';
import type { ParsedDocument } from '../../parsed-document.ts';
import { decodeText } from '../decode-text.ts';
import { openDisclosures } from './disclosures.ts';
import { addHtmlBlocks, visibleTextOf } from './html-blocks.ts';
import { findElement, type HtmlNode } from './html-tree.ts';
import { mainContentOf } from './main-content.ts';
import { frameOf } from './page-frame.ts';

/**
 * A web page: its main content, or all of its body when no main content is found, and its frame.
 *
 * @throws {IngestFailure} `no_text`, `damaged_file` or `too_complex`.
 */
export function parseHtml(bytes: Uint8Array): ParsedDocument {
  const html = decodeText(bytes, declaredCharset(bytes));
  // Without scripting, `<noscript>` holds elements that can be skipped instead of text.
  const tree = parse(html, { scriptingEnabled: false });
  const document = startDocumentText();
  const content = mainContentOf(openDisclosures(tree) ? serialize(tree) : html, tree);
  addHtmlBlocks(content.root, document, content);
  for (const line of frameOf(tree, content)) document.addFrame(line);
  return document.finish({ title: titleOf(tree) });
}

/** The charset of `<meta charset>`, its older form, or an XML declaration within the first 4 KiB. */
function declaredCharset(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 4096));
  const found =
    /<meta[^>]+charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(head) ??
    /^\s*<\?xml[^>]+encoding\s*=\s*["']([\w:.-]+)/i.exec(head);
  // Bytes readable as ASCII are neither of these, whatever they declare.
  return found && !/^utf-?(?:16|32)/i.test(found[1]!) ? found[1] : undefined;
}

function titleOf(tree: HtmlNode): string | null {
  const head = findElement(tree, 'head');
  const title = head && findElement(head, 'title');
  return title ? visibleTextOf(title) : null;
}
