import { type AbstractBlock, Html5Converter, LoggerManager, load, NullLogger } from '@asciidoctor/core';
import { parseFragment } from 'parse5';
import { startDocumentText } from '../../document-text.ts';
import type { ParsedDocument } from '../../parsed-document.ts';
import { decodeText } from '../decode-text.ts';
import { metadataLines } from '../metadata.ts';
import { splitFrontMatter } from './front-matter.ts';
import { withFrontMatter } from './front-matter-html.ts';
import { addHtmlBlocks } from './html-blocks.ts';

/**
 * AsciiDoc, read as the HTML that Asciidoctor makes of it. Files that it includes are documents of their own.
 *
 * @throws {IngestFailure} `no_text`, `damaged_file` or `too_complex`.
 */
export async function parseAsciiDoc(bytes: Uint8Array): Promise<ParsedDocument> {
  const { values, body } = splitFrontMatter(decodeText(bytes).replace(/\r\n?/g, '\n'));
  const page = await load(body.replace(INCLUDE, ''), OPTIONS);
  const { html, ownTitle } = withFrontMatter(withAttributeNames(await page.convert()), values);
  const authors = page.getAuthors().map(({ name }) => name);
  const about = metadataLines({ authors, date: page.getAttribute('revdate') });
  const document = startDocumentText({ about });
  addHtmlBlocks(parseFragment(html, { scriptingEnabled: false }), document);
  return document.finish({ title: ownTitle || null });
}

/** A note begins with its kind instead of standing in a table. */
class Converter extends Html5Converter {
  override async convert_admonition(block: AbstractBlock): Promise<string> {
    return `<dl><dt>${block.getAttribute('textlabel')}</dt><dd>${block.title ?? ''} ${await block.content()}</dd></dl>`;
  }
}

const OPTIONS = {
  // No file is read.
  safe: 'secure',
  converter: Converter,
  attributes: { showtitle: '', 'icons!': '', 'table-caption!': '', 'toc!': '' },
};

// What is wrong with a file is for its author.
LoggerManager.logger = new NullLogger();

const INCLUDE = /^include::[^\n]*$/gm;

/** Attributes may be defined in the site's configuration: their names are read as words, except in code. */
function withAttributeNames(html: string): string {
  let depth = 0;
  return html.replace(/<(\/?)(?:pre|code)\b|\{([a-z][\w-]*)\}/g, (found, closes: string, name?: string) => {
    if (name !== undefined) return depth > 0 ? found : name.replace(/[-_]+/g, ' ');
    depth += closes === '' ? 1 : -1;
    return found;
  });
}
