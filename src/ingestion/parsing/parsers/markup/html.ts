import { parse, serialize } from 'parse5';
import { startDocumentText } from '../../document-text.ts';
import type { ParsedDocument } from '../../parsed-document.ts';
import { decodeText } from '../decode-text.ts';
import { metadataLines, metadataTitle } from '../metadata.ts';
import { openDisclosures } from './disclosures.ts';
import { closeGaps } from './dropped.ts';
import { splitFrontMatter } from './front-matter.ts';
import { withFrontMatter } from './front-matter-html.ts';
import { addHtmlBlocks, visibleTextOf } from './html-blocks.ts';
import { attributeOf, findElement, type HtmlNode, traverse } from './html-tree.ts';
import { mainContentOf } from './main-content.ts';
import { frameOf } from './page-frame.ts';
import { headingOf, titleWithin } from './page-heading.ts';
import { withoutTemplateTags } from './template-tags.ts';

/**
 * A web page: its main heading, its main content, or all of its body when no main content is found, and its frame. Of
 * a page of a site generator, the front matter gives the title and further text.
 *
 * @throws {IngestFailure} `no_text`, `damaged_file` or `too_complex`.
 */
export function parseHtml(bytes: Uint8Array): ParsedDocument {
  const { html, ownTitle } = readTemplate(decodeText(bytes, declaredCharset(bytes)));
  // Without scripting, `<noscript>` holds elements that can be skipped instead of text.
  const tree = parse(html, { scriptingEnabled: false });
  const document = startDocumentText({ about: ownTitle === '' ? metadataOf(tree) : '' });
  const content = mainContentOf(openDisclosures(tree) ? serialize(tree) : html, tree);
  const title = titleOf(tree);
  const heading = headingOf(tree, content, title);
  if (heading.isMissing) document.add('heading', heading.text, { level: 1 });
  addHtmlBlocks(content.root, document, content);
  for (const line of frameOf(tree, content, heading.element)) document.addFrame(line);
  return document.finish({ title: ownTitle || titleWithin(title, heading.text) });
}

/** A page of a site generator has front matter, and tags of a template engine. */
function readTemplate(source: string): { html: string; ownTitle: string } {
  const { values, body } = splitFrontMatter(source.replace(/\r\n?/g, '\n'));
  if (Object.keys(values).length === 0) return { html: source, ownTitle: '' };
  return withFrontMatter(closeGaps(withoutTemplateTags(body, values)), values);
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

function metadataOf(tree: HtmlNode): string {
  const values = new Map<string, string[]>();
  traverse(tree, {
    enter(node) {
      if (node.tagName === 'body') return 'skip';
      const name = attributeOf(node, 'name') ?? attributeOf(node, 'property');
      const value = attributeOf(node, 'content');
      if (node.tagName === 'meta' && name && value)
        values.set(name.toLowerCase(), [...(values.get(name.toLowerCase()) ?? []), value]);
    },
  });
  const found = (names: readonly string[]) => names.map((name) => values.get(name)).find(Boolean) ?? [];
  return metadataLines({ authors: found(AUTHORS), date: found(DATES)[0] });
}

const AUTHORS = ['author', 'citation_author', 'dc.creator', 'article:author_name', 'article:author'];
const DATES = ['article:published_time', 'date', 'citation_publication_date', 'dc.date', 'dcterms.created'];

function titleOf(tree: HtmlNode): string {
  const head = findElement(tree, 'head');
  const title = head && findElement(head, 'title');
  return (title && metadataTitle(visibleTextOf(title))) ?? '';
}
