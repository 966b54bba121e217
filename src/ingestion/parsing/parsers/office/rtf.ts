import { IngestFailure } from '../../../../errors.ts';
import { startDocumentText } from '../../document-text.ts';
import type { ParsedDocument } from '../../parsed-document.ts';
import { metadataTitle } from '../metadata-title.ts';
import { addTable } from '../table-lines.ts';
import { codePageOfCharset, decodeCodePage } from './rtf-fonts.ts';
import { rtfTokens } from './rtf-tokens.ts';

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
  const groups: Group[] = [];
  let group: Group = { destination: 'text', font: -1, substitutes: 1, isHidden: false };
  let codePage = 1252;
  const fontCodePages = new Map<number, number>();
  const styleLevels = new Map<number, number>();
  let style = { number: 0, name: '' };
  let title = '';
  let isOptional = false;
  let skipCharacters = 0;
  let pending = '';
  let pieces: string[] = [];
  let level: number | undefined;
  let isList = false;
  let isInTable = false;
  let rows: string[][] = [];
  let row: string[] = [];

  function flush(): void {
    if (pending === '') return;
    const text = decodeCodePage(pending, fontCodePages.get(group.font) ?? codePage);
    pending = '';
    write(text);
  }

  function write(text: string): void {
    if (text === '') return;
    if (group.destination === 'text' && !group.isHidden) pieces.push(text);
    else if (group.destination === 'title') title += text;
    else if (group.destination === 'styles') style.name += text;
    else if (group.destination === 'bullet') isList = true;
  }

  function endParagraph(): void {
    const text = pieces.join('');
    if (isInTable) {
      pieces.push(' ');
      return;
    }
    pieces = [];
    endTable();
    if (level !== undefined && text.length <= HEADING_CHARACTERS_MAX)
      document.add('heading', text, { level });
    else document.add(isList ? 'list_item' : 'paragraph', text);
    isList = false;
  }

  function endTable(): void {
    if (rows.length > 0) addTable(document, rows);
    rows = [];
  }

  function endStyle(): void {
    const named = /^\s*heading (\d)/i.exec(style.name);
    if (named) styleLevels.set(style.number, Math.min(Math.max(Number(named[1]), 1), 6));
    if (/^\s*title;?\s*$/i.test(style.name)) styleLevels.set(style.number, 1);
    style = { number: 0, name: '' };
  }

  const words: Readonly<Record<string, (value: number | undefined) => void>> = {
    par: endParagraph,
    sect: endParagraph,
    page: endParagraph,
    cell() {
      row.push(pieces.join('').trim());
      pieces = [];
    },
    row() {
      rows.push(row);
      row = [];
    },
    pard() {
      level = undefined;
      isInTable = false;
    },
    intbl() {
      isInTable = true;
    },
    plain() {
      group.isHidden = false;
    },
    v(value) {
      group.isHidden = value !== 0;
    },
    s(value = 0) {
      if (group.destination === 'styles') style.number = value;
      else level = styleLevels.get(value);
    },
    outlinelevel(value = 9) {
      if (group.destination === 'text' && value < 6) level = value + 1;
    },
    ansicpg(value = 1252) {
      codePage = value;
    },
    mac() {
      codePage = 10000;
    },
    f(value = -1) {
      group.font = value;
    },
    fcharset(value = 0) {
      const page = codePageOfCharset(value);
      if (group.destination === 'fonts' && page !== undefined) fontCodePages.set(group.font, page);
    },
    uc(value = 1) {
      group.substitutes = Math.min(Math.max(value, 0), 8);
    },
    u(value = 0) {
      write(String.fromCharCode(value & 0xffff));
      skipCharacters = group.substitutes;
    },
  };

  for (const token of rtfTokens(Buffer.from(bytes).toString('latin1'))) {
    if (token.kind === 'text') {
      const text = token.bytes.slice(skipCharacters);
      skipCharacters = Math.max(skipCharacters - token.bytes.length, 0);
      if (group.destination !== 'skip') pending += text;
      isOptional = false;
      continue;
    }
    flush();
    if (token.kind === 'word' && skipCharacters > 0 && token.word !== 'u') skipCharacters--;
    if (token.kind === 'open') {
      if (groups.length >= DEPTH_MAX) throw tooDeep();
      groups.push(group);
      group = { ...group };
    } else if (token.kind === 'close') {
      if (group.destination === 'styles') endStyle();
      group = groups.pop() ?? group;
      skipCharacters = 0;
    } else if (token.word === '*') isOptional = true;
    else {
      const destination =
        DESTINATIONS.get(token.word) ?? (isOptional && !KNOWN_OPTIONAL.has(token.word) ? 'skip' : undefined);
      isOptional = false;
      if (destination && group.destination !== 'skip') group.destination = destination;
      else if (group.destination === 'info' && token.word === 'title') group.destination = 'title';
      else if (group.destination !== 'text' && TEXT_WORDS.has(token.word)) continue;
      else if (Object.hasOwn(words, token.word)) words[token.word]!(token.value);
      else write(CHARACTERS.get(token.word) ?? '');
    }
  }
  flush();
  isInTable = false;
  endParagraph();
  return document.finish({ title: metadataTitle(title) });
}

/** Page headers have their own paragraphs in the middle of a text paragraph. */
const TEXT_WORDS: ReadonlySet<string> = new Set('par sect page cell row pard intbl plain v'.split(' '));

const HEADING_CHARACTERS_MAX = 300;

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

function tooDeep(): IngestFailure {
  return new IngestFailure('too_complex', `The RTF is nested deeper than ${DEPTH_MAX} groups. Save it anew.`);
}
