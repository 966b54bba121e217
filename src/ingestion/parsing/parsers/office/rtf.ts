import iconv from 'iconv-lite';
import { IngestFailure } from '../../../../errors.ts';
import { type DocumentText, startDocumentText } from '../../document-text.ts';
import type { ParsedDocument } from '../../parsed-document.ts';
import { metadataTitle } from '../metadata.ts';
import { addTable } from '../table-lines.ts';

/** Nesting of groups; word processors stay below thirty. */
const DEPTH_MAX = 1_000;

/** State that a group inherits and that ends with it. */
interface Group {
  /** Where text goes: into the document, nowhere, or into a table of the header. */
  destination: 'text' | 'skip' | 'fonts' | 'styles' | 'title' | 'info' | 'bullet';
  font: number;
  /** How many fallback characters follow a Unicode one, for readers without Unicode. */
  substitutes: number;
  isHidden: boolean;
}

/**
 * Rich Text Format: paragraphs, headings by their styles, lists and tables.
 *
 * @throws {IngestFailure} `no_text` or `too_complex`.
 * @see Microsoft, Rich Text Format (RTF) Specification 1.9.1.
 */
export function parseRtf(bytes: Uint8Array): ParsedDocument {
  const document = startDocumentText();
  const reading = startReading(document);
  const groups: Group[] = [];
  /** Bytes of a character may be divided among tokens. */
  let pending = '';

  function flush(): void {
    if (pending === '') return;
    write(
      reading,
      decodeCodePage(pending, reading.fontCodePages.get(reading.group.font) ?? reading.codePage),
    );
    pending = '';
  }

  for (const token of rtfTokens(Buffer.from(bytes).toString('latin1'))) {
    if ('bytes' in token) {
      if (reading.group.destination !== 'skip') pending += token.bytes.slice(reading.skipCharacters);
      reading.skipCharacters = Math.max(reading.skipCharacters - token.bytes.length, 0);
      reading.isOptional = false;
      continue;
    }
    flush();
    const { word, value } = token;
    if (word === '{') {
      if (groups.length >= DEPTH_MAX) {
        const why = `The RTF is nested deeper than ${DEPTH_MAX} groups. Save it again.`;
        throw new IngestFailure('too_complex', why);
      }
      groups.push(reading.group);
      reading.group = { ...reading.group };
    } else if (word === '}') {
      if (reading.group.destination === 'styles') endStyle(reading);
      reading.group = groups.pop() ?? reading.group;
      reading.skipCharacters = 0;
    } else {
      if (reading.skipCharacters > 0 && word !== 'u') reading.skipCharacters--;
      if (word !== '*') obey(reading, word, value);
      reading.isOptional = word === '*';
    }
  }
  flush();
  reading.paragraphs.end();
  return document.finish({ title: metadataTitle(reading.title) });
}

/** State of the whole file. */
function startReading(document: DocumentText) {
  return {
    group: { destination: 'text', font: -1, substitutes: 1, isHidden: false } as Group,
    paragraphs: startRtfParagraphs(document),
    codePage: 1252,
    fontCodePages: new Map<number, number>(),
    /** Of headings, by the number of the style. */
    styleLevels: new Map<number, number>(),
    /** The style that the header describes. */
    style: { number: 0, name: '' },
    title: '',
    /** Fallback characters still to be left out. */
    skipCharacters: 0,
    /** After `\*`: readers that do not know the next word skip its group. */
    isOptional: false,
  };
}

type Reading = ReturnType<typeof startReading>;

function write(reading: Reading, text: string): void {
  const { group, paragraphs, style } = reading;
  if (text === '') return;
  if (group.destination === 'text' && !group.isHidden) paragraphs.write(text);
  else if (group.destination === 'title') reading.title += text;
  else if (group.destination === 'styles') style.name += text;
  else if (group.destination === 'bullet') paragraphs.writeLabel(text);
}

function endStyle(reading: Reading): void {
  const { style, styleLevels } = reading;
  const named = /^\s*heading (\d)/i.exec(style.name);
  if (named) styleLevels.set(style.number, Math.min(Math.max(Number(named[1]), 1), 6));
  if (/^\s*title;?\s*$/i.test(style.name)) styleLevels.set(style.number, 1);
  reading.style = { number: 0, name: '' };
}

function obey(reading: Reading, word: string, value: number | undefined): void {
  const { group, isOptional } = reading;
  const destination =
    DESTINATIONS.get(word) ?? (isOptional && !KNOWN_OPTIONAL.has(word) ? 'skip' : undefined);
  if (destination && group.destination !== 'skip') group.destination = destination;
  else if (group.destination === 'info' && word === 'title') group.destination = 'title';
  else if (group.destination !== 'text' && TEXT_WORDS.has(word)) return;
  else if (Object.hasOwn(WORDS, word)) WORDS[word]!(reading, value);
  else write(reading, CHARACTERS.get(word) ?? '');
}

const WORDS: Readonly<Record<string, (reading: Reading, value: number | undefined) => void>> = {
  par: ({ paragraphs }) => paragraphs.endParagraph(),
  sect: ({ paragraphs }) => paragraphs.endParagraph(),
  page: ({ paragraphs }) => paragraphs.endParagraph(),
  cell: ({ paragraphs }) => paragraphs.endCell(),
  row: ({ paragraphs }) => paragraphs.endRow(),
  pard: ({ paragraphs: { paragraph } }) =>
    void Object.assign(paragraph, { level: undefined, isInTable: false }),
  intbl({ paragraphs: { paragraph } }) {
    paragraph.isInTable = true;
  },
  plain({ group }) {
    group.isHidden = false;
  },
  v({ group }, value) {
    group.isHidden = value !== 0;
  },
  s({ group, paragraphs, style, styleLevels }, value = 0) {
    if (group.destination === 'styles') style.number = value;
    else paragraphs.paragraph.level = styleLevels.get(value);
  },
  outlinelevel({ group, paragraphs }, value = 9) {
    if (group.destination === 'text' && value < 6) paragraphs.paragraph.level = value + 1;
  },
  ansicpg(reading, value = 1252) {
    reading.codePage = value;
  },
  mac(reading) {
    reading.codePage = 10000;
  },
  f({ group }, value = -1) {
    group.font = value;
  },
  fcharset({ group, fontCodePages }, value = 0) {
    const page = CODE_PAGES[value];
    if (group.destination === 'fonts' && page !== undefined) fontCodePages.set(group.font, page);
  },
  uc({ group }, value = 1) {
    group.substitutes = Math.min(Math.max(value, 0), 8);
  },
  u(reading, value = 0) {
    write(reading, String.fromCharCode(value & 0xffff));
    reading.skipCharacters = reading.group.substitutes;
  },
};

/** Page headers have their own paragraphs in the middle of a text paragraph. */
const TEXT_WORDS: ReadonlySet<string> = new Set('par sect page cell row pard intbl plain v'.split(' '));

const DESTINATIONS = new Map<string, Group['destination']>([
  ['fonttbl', 'fonts'],
  ['stylesheet', 'styles'],
  ['info', 'info'],
  ['listtext', 'bullet'],
  ['pntext', 'bullet'],
  ...(
    'colortbl pict object fldinst header headerl headerr headerf footer footerl footerr footerf ' +
    'nonshppict filetbl revtbl rsidtbl listtable listoverridetable themedata xmlnstbl datafield ftnsep ' +
    'ftnsepc aftnsep aftnsepc annotation atnid atnauthor bkmkstart bkmkend xe tc'
  )
    .split(' ')
    .map((word) => [word, 'skip'] as const),
]);

/** Optional destinations that hold text: those of drawn shapes. */
const KNOWN_OPTIONAL: ReadonlySet<string> = new Set(['shpinst', 'shptxt', 'cs', 'ds', 'ts']);

const CHARACTERS = new Map([
  ['line', '\n'],
  ['tab', ' '],
  ['~', '\u00a0'],
  ['_', '\u2011'],
  ['emdash', '—'],
  ['endash', '–'],
  ['lquote', '‘'],
  ['rquote', '’'],
  ['ldblquote', '“'],
  ['rdblquote', '”'],
  ['bullet', '•'],
  ['emspace', ' '],
  ['enspace', ' '],
]);

/**
 * The code page of a font's character set; the document's own for others.
 *
 * @see RTF specification 1.9.1, "Font Table", \fcharset.
 */
const CODE_PAGES: Readonly<Record<number, number>> = {
  77: 10000,
  128: 932,
  129: 949,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
};

/**
 * @param bytes A byte a character.
 * @param codePage Its Windows number; Western European when unknown.
 */
function decodeCodePage(bytes: string, codePage: number): string {
  const encoding = codePage === 10000 ? 'macintosh' : codePage === 65001 ? 'utf-8' : `cp${codePage}`;
  return iconv.decode(Buffer.from(bytes, 'latin1'), iconv.encodingExists(encoding) ? encoding : 'cp1252');
}

/** Longer paragraphs in the style of a heading are text, with their labels. */
const HEADING_CHARACTERS_MAX = 300;

/** The paragraphs and tables of an RTF file, which says what they are before or after their text. */
function startRtfParagraphs(document: DocumentText) {
  let pieces: string[] = [];
  /** Of the paragraph that is read: `level` of a heading, `label` with its bullet or number. */
  const paragraph = { level: undefined as number | undefined, label: '', isInTable: false };
  let rows: string[][] = [];
  let row: string[] = [];

  function taken(): string {
    const text = pieces.join('');
    pieces = [];
    return text;
  }

  function endParagraph(): void {
    if (paragraph.isInTable) {
      pieces.push(' ');
      return;
    }
    if (rows.length > 0) addTable(document, rows);
    rows = [];
    const text = taken();
    const { level } = paragraph;
    const label = paragraph.label.trim();
    paragraph.label = '';
    if (level !== undefined && text.length <= HEADING_CHARACTERS_MAX)
      document.add('heading', text, { level });
    else if (label === '' || text.trim() === '') document.add('paragraph', text);
    else document.add('list_item', `${/[\p{L}\p{N}]/u.test(label) ? label : '-'} ${text.trimStart()}`);
  }

  return {
    paragraph,
    write: (text: string) => void pieces.push(text),
    writeLabel(text: string) {
      paragraph.label += text;
    },
    endCell: () => void row.push(taken().trim()),
    endRow() {
      rows.push(row);
      row = [];
    },
    endParagraph,
    end() {
      paragraph.isInTable = false;
      endParagraph();
    },
  };
}

/**
 * A control word or symbol with its number, or a brace; or text in bytes, one a character, whose meaning depends on the
 * font.
 */
type RtfToken = { readonly word: string; readonly value: number | undefined } | { readonly bytes: string };

/**
 * Reads RTF front to back. Line ends of the file are ignored, and binary data is skipped.
 *
 * @param source The file, a byte a character (latin1).
 * @see Microsoft, Rich Text Format (RTF) Specification 1.9.1, "Conventions of an RTF Reader".
 */
function* rtfTokens(source: string): Generator<RtfToken> {
  const token = new RegExp(TOKEN);
  for (let match = token.exec(source); match; match = token.exec(source)) {
    const [whole, word, digits, hex, literal, symbol] = match;
    const value = digits === undefined ? undefined : Number(digits);
    if (word === 'bin') token.lastIndex += Math.max(value ?? 0, 0);
    else if (word !== undefined) yield { word, value };
    else if (hex !== undefined) yield { bytes: String.fromCharCode(Number.parseInt(hex, 16)) };
    else if (symbol !== undefined) yield { word: /[\r\n]/.test(symbol) ? 'par' : symbol, value };
    else yield { bytes: literal ?? whole };
  }
}

const TOKEN =
  /\\([a-z]{1,32})(-?\d{1,9})? ?|\\'([0-9a-f]{2})|\\([\\{}])|(?:\\|(?=[{}]))([^a-z'])|[^\\{}\r\n\0]+/gi;
