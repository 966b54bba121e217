import { posix } from 'node:path';
import { parse } from 'parse5';
import { IngestFailure } from '../../../../errors.ts';
import { percentDecoded } from '../../../../kernel/percent-decoded.ts';
import { startDocumentText } from '../../document-text.ts';
import type { ParsedDocument } from '../../parsed-document.ts';
import { decodeText } from '../decode-text.ts';
import { metadataLines, metadataTitle } from '../metadata.ts';
import { readXml } from '../xml.ts';
import { openZip, type ZipArchive } from '../zip-archive.ts';
import { addHtmlBlocks } from './html-blocks.ts';

/**
 * An e-book: its chapters in reading order, the table of contents left out.
 *
 * @throws {IngestFailure} `no_text`, `password_required` (protected against copying), `damaged_file` or `too_complex`.
 * @see EPUB 3.3, sections 4.2 (container), 5 (package document).
 */
export function parseEpub(bytes: Uint8Array): ParsedDocument {
  const archive = openZip(bytes);
  const packagePath = packagePathOf(archive);
  const { title, about, chapters } = readPackage(archive, packagePath);
  const encrypted = encryptedParts(archive);
  if (chapters.some((chapter) => encrypted.has(chapter))) {
    throw new IngestFailure(
      'password_required',
      'The book is protected against copying, so that it cannot be read. Send an edition without protection.',
    );
  }
  const document = startDocumentText({ about });
  for (const chapter of chapters) {
    const content = archive.read(chapter);
    // Without scripting, `<noscript>` holds elements that can be skipped instead of text.
    if (content) addHtmlBlocks(parse(decodeText(content), { scriptingEnabled: false }), document);
  }
  return document.finish({ title });
}

function packagePathOf(archive: ZipArchive): string {
  let path: string | undefined;
  readXml(archive.read('META-INF/container.xml'), {
    open(name, attributes) {
      if (name === 'rootfile') path ??= attributes['full-path'];
    },
  });
  if (path === undefined || !archive.names.includes(path)) {
    throw new IngestFailure(
      'damaged_file',
      'The file is a ZIP archive, but no e-book: it lists no chapters.',
    );
  }
  return path;
}

function readPackage(archive: ZipArchive, path: string) {
  const resources = new Map<string, string>();
  const chapters = new Set<string>();
  const said = new Map(['title', 'creator', 'date'].map((name) => [name, [] as string[]]));
  readXml(archive.read(path), {
    open(name, attributes) {
      const { id, href, properties = '', 'media-type': type = '' } = attributes;
      if (name === 'item' && id && href && /html/.test(type) && !/\bnav\b/.test(properties)) {
        resources.set(id, posix.join(posix.dirname(path), percentDecoded(href) ?? href));
      }
      const chapter = name === 'itemref' ? resources.get(attributes.idref ?? '') : undefined;
      if (chapter !== undefined) chapters.add(chapter);
      said.get(name)?.push('');
    },
    text(text, within) {
      const values = said.get(within);
      if (values) values[values.length - 1] += text;
    },
  });
  const about = metadataLines({ authors: said.get('creator')!, date: said.get('date')![0] });
  // The first title is the main one; others are subtitles and series.
  return { title: metadataTitle(said.get('title')![0]), about, chapters: [...chapters] };
}

/** Fonts are often obfuscated, which is irrelevant here. */
function encryptedParts(archive: ZipArchive): Set<string> {
  const parts = new Set<string>();
  readXml(archive.read('META-INF/encryption.xml'), {
    open(name, { URI: uri = '' }) {
      if (name === 'CipherReference') parts.add(percentDecoded(uri) ?? uri);
    },
  });
  return parts;
}
