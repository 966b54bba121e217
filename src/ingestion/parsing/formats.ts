import type { Refusal } from '../../errors.ts';
import { type Said, said } from '../../kernel/said.ts';
import type { PreparableFile } from '../../ports/document-preparer.ts';
import type { Recognition } from '../../ports/text-recognition.ts';
import { type FileSignature, signatureOf } from './file-signature.ts';
import type { ParsedDocument } from './parsed-document.ts';

/**
 * Bytes of a whole file → its text; throws `IngestFailure`, `ScannedPages`, or whatever its library throws. `onProgress`
 * gets the share that is read, 0–1, where a large file takes long.
 */
export type Parse = (
  bytes: Uint8Array,
  file: PreparableFile,
  recognition: Recognition,
  onProgress?: (share: number) => void,
) => ParsedDocument | Promise<ParsedDocument>;

interface Format {
  /** Display name. */
  readonly label: string;
  /** Without the dot, lower case, each with the media type it is served as. */
  readonly extensions: Readonly<Record<string, string>>;
  /** Further media types of the format. */
  readonly otherMediaTypes?: readonly string[];
  /** `text` when absent. */
  readonly signature?: FileSignature;
  /** Signature of an encrypted file of the format. */
  readonly encryptedSignature?: FileSignature;
  /** Loads the parser and its library: a process that reads Markdown never loads PDF. */
  readonly parser: () => Promise<Parse>;
}

/** An encrypted file is in the container of the older formats. */
const OFFICE = { signature: 'a ZIP archive', encryptedSignature: 'a legacy Office file' } as const;

/** Of templates, shows and files with macros as well: they have the same parts, and macros are not read. */
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const POWERPOINT = 'application/vnd.openxmlformats-officedocument.presentationml.presentation';
const EXCEL = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** All supported formats. A new format is a row here and a file in `parsers/`. */
export const FORMATS: Readonly<Record<string, Format>> = {
  pdf: {
    label: 'PDF',
    extensions: { pdf: 'application/pdf' },
    otherMediaTypes: ['application/x-pdf'],
    signature: 'a PDF',
    parser: async () => (await import('./parsers/pdf/pdf.ts')).parsePdf,
  },
  docx: {
    label: 'Word',
    extensions: { docx: WORD, docm: WORD, dotx: WORD },
    ...OFFICE,
    parser: async () => (await import('./parsers/office/docx.ts')).parseDocx,
  },
  pptx: {
    label: 'PowerPoint',
    extensions: { pptx: POWERPOINT, pptm: POWERPOINT, ppsx: POWERPOINT },
    ...OFFICE,
    parser: async () => (await import('./parsers/office/pptx.ts')).parsePptx,
  },
  xlsx: {
    label: 'Excel',
    extensions: { xlsx: EXCEL, xlsm: EXCEL },
    ...OFFICE,
    parser: async () => (await import('./parsers/office/xlsx.ts')).parseXlsx,
  },
  odf: {
    label: 'OpenDocument',
    extensions: {
      odt: 'application/vnd.oasis.opendocument.text',
      ods: 'application/vnd.oasis.opendocument.spreadsheet',
      odp: 'application/vnd.oasis.opendocument.presentation',
    },
    signature: 'a ZIP archive',
    parser: async () => (await import('./parsers/office/odf.ts')).parseOdf,
  },
  epub: {
    label: 'EPUB',
    extensions: { epub: 'application/epub+zip' },
    signature: 'a ZIP archive',
    parser: async () => (await import('./parsers/markup/epub.ts')).parseEpub,
  },
  html: {
    label: 'HTML',
    extensions: { html: 'text/html', htm: 'text/html', xhtml: 'application/xhtml+xml' },
    parser: async () => (await import('./parsers/markup/html.ts')).parseHtml,
  },
  markdown: {
    label: 'Markdown',
    extensions: { md: 'text/markdown', markdown: 'text/markdown', mdoc: 'text/markdown', mdx: 'text/mdx' },
    otherMediaTypes: ['text/x-markdown'],
    parser: async () => (await import('./parsers/markup/markdown.ts')).parseMarkdown,
  },
  rst: {
    label: 'reStructuredText',
    extensions: { rst: 'text/x-rst' },
    otherMediaTypes: ['text/prs.fallenstein.rst'],
    parser: async () => (await import('./parsers/markup/rst/rst.ts')).parseRst,
  },
  asciidoc: {
    label: 'AsciiDoc',
    extensions: { adoc: 'text/asciidoc', asciidoc: 'text/asciidoc' },
    parser: async () => (await import('./parsers/markup/asciidoc.ts')).parseAsciiDoc,
  },
  csv: {
    label: 'tables',
    extensions: { csv: 'text/csv', tsv: 'text/tab-separated-values' },
    otherMediaTypes: ['application/csv'],
    parser: async () => (await import('./parsers/csv.ts')).parseCsv,
  },
  json: {
    label: 'JSON',
    extensions: { json: 'application/json', jsonl: 'application/jsonl', ndjson: 'application/x-ndjson' },
    parser: async () => (await import('./parsers/json.ts')).parseJson,
  },
  email: {
    label: 'e-mail',
    extensions: { eml: 'message/rfc822' },
    parser: async () => (await import('./parsers/markup/email.ts')).parseEmail,
  },
  rtf: {
    label: 'RTF',
    extensions: { rtf: 'application/rtf' },
    otherMediaTypes: ['text/rtf'],
    signature: 'an RTF file',
    parser: async () => (await import('./parsers/office/rtf.ts')).parseRtf,
  },
  text: {
    label: 'plain text',
    extensions: {
      txt: 'text/plain',
      text: 'text/plain',
      log: 'text/plain',
      org: 'text/org',
    },
    parser: async () => (await import('./parsers/text.ts')).parseText,
  },
};

/**
 * The format to parse a file as. The extension decides, against the list of `FORMATS`; a download whose name has none is
 * judged by its media type. The content must then begin as the format does.
 *
 * @param file.mediaType Of a download, its `Content-Type`, null when unknown. Absent for an upload, whose name must have
 *   an extension.
 * @param file.head The first 4 KiB of the file, or all of a shorter one.
 */
export function formatOf(file: {
  filename: string;
  mediaType?: string | null | undefined;
  head: Uint8Array;
}): { format: string; mediaType: string } | { refusal: Refusal } {
  if (file.head.length === 0) return { refusal: { code: 'empty_file', filename: file.filename } };
  const signature = signatureOf(file.head);
  const named = extensionOf(file.filename);
  const extension = file.mediaType !== undefined && PAGE_GENERATORS.has(named ?? '') ? null : named;
  const found =
    extension === null ? formatOfMediaType(file.mediaType, signature) : BY_EXTENSION.get(extension);
  if (!found) {
    const given = extension === null ? nameless(file.mediaType) : said`A file named .${extension}`;
    const modern = SAVED_AS[extension ?? ''];
    if (modern) return unsupported(said`${given} cannot be read. Save it as .${modern} and send it again.`);
    if (ARCHIVES.has(extension ?? ''))
      return unsupported(
        said`${given} holds files of its own, each a document. Unpack it and send them one by one, or have a .zip unpacked by the command line: docent ingest <archive>.`,
      );
    return unsupported(said`${given} cannot be read. Accepted are ${ACCEPTED}.`);
  }
  const { label, signature: expected = 'text', encryptedSignature } = FORMATS[found.format]!;
  // Pages and e-mails are saved under this name, too.
  if (found.format === 'text' && HTML_PAGE.test(Buffer.from(file.head).toString('latin1')))
    return BY_EXTENSION.get('html')!;
  // Its parser detects encryption, which is declared beyond the beginning.
  if (signature === expected || signature === encryptedSignature) return found;
  // Programs save plain text under this name.
  if (found.format === 'rtf' && signature === 'text') return BY_EXTENSION.get('txt')!;
  const advice = adviceOn(signature);
  return unsupported(
    extension === null
      ? said`The file is served as ${found.mediaType}, but its content is ${signature}, not ${label}. ${advice}`
      : said`The file is named .${extension}, but its content is ${signature}, not ${label}. ${advice}`,
  );
}

/** A byte order mark may stand before it. */
const HTML_PAGE = /^(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html)[\s>]/i;

/** Supported formats that a program can save an unsupported one as. */
const SAVED_AS: Readonly<Record<string, string>> = {
  doc: 'docx',
  dot: 'docx',
  xls: 'xlsx',
  xlt: 'xlsx',
  ppt: 'pptx',
  pps: 'pptx',
  msg: 'eml',
};

const ARCHIVES: ReadonlySet<string> = new Set('zip 7z rar tar gz tgz bz2 xz'.split(' '));

const BY_EXTENSION = new Map(
  Object.entries(FORMATS).flatMap(([format, { extensions }]) =>
    Object.entries(extensions).map(([extension, mediaType]) => [extension, { format, mediaType }] as const),
  ),
);

const BY_MEDIA_TYPE = new Map(
  Object.entries(FORMATS).flatMap(([format, { extensions, otherMediaTypes = [] }]) => {
    const own = Object.values(extensions).map((mediaType) => [mediaType, { format, mediaType }] as const);
    return [
      ...own,
      ...otherMediaTypes.map((alias) => [alias, { format, mediaType: own[0]![1].mediaType }] as const),
    ];
  }),
);

/** Without the dot, lower case. */
export const READABLE_EXTENSIONS: ReadonlySet<string> = new Set(BY_EXTENSION.keys());

/** The format of a media type that `formatOf` gave; undefined when it is supported no more. */
export function formatServedAs(mediaType: string): string | undefined {
  return BY_MEDIA_TYPE.get(mediaType)?.format;
}

/** `PDF (.pdf), Word (.docx), …` */
const ACCEPTED = Object.values(FORMATS)
  .map(
    ({ label, extensions }) =>
      `${label} (${Object.keys(extensions)
        .map((extension) => `.${extension}`)
        .join(', ')})`,
  )
  .join(', ');

/** A PDF is unmistakable, so it needs no media type; servers often send downloads as octet-stream. */
function formatOfMediaType(mediaType: string | null | undefined, signature: FileSignature) {
  if (mediaType === undefined) return undefined;
  const essence = (mediaType ?? '').split(';', 1)[0]!.trim().toLowerCase();
  const found = BY_MEDIA_TYPE.get(essence);
  if (!found && signature === 'a PDF') return BY_EXTENSION.get('pdf');
  return found;
}

/** Lower case, without the dot; null when the name has none. The `.12345` of a URL is a number, and not an extension. */
function extensionOf(filename: string): string | null {
  const extension = /[^./\\]\.([A-Za-z][A-Za-z0-9]{0,15})$/.exec(filename.trim())?.[1]?.toLowerCase();
  return extension ?? null;
}

/** In a URL they name the program that made the page, and not what it is. */
const PAGE_GENERATORS: ReadonlySet<string> = new Set(['php', 'asp', 'aspx', 'jsp', 'cgi']);

function nameless(mediaType: string | null | undefined): Said {
  return mediaType
    ? said`A file without an extension and of type ${mediaType.slice(0, 100)}`
    : 'A file without an extension';
}

function adviceOn(signature: FileSignature): Said {
  if (signature === 'text' || signature === 'binary') return said`Accepted are ${ACCEPTED}.`;
  if (signature === 'a legacy Office file') return 'Save it without a password, as .docx or PDF.';
  return said`Give it its own extension if it is one of these: ${ACCEPTED}.`;
}

function unsupported(reason: Said): { refusal: Refusal } {
  return { refusal: { code: 'unsupported_file_type', reason } };
}
