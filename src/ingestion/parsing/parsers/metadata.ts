import { expressionOf, LANGUAGES } from '../../../languages/languages.ts';
import { isPartNumber } from '../../../text/generic-title.ts';
import type { MetadataLabel } from '../../../text/metadata-lines.ts';

/**
 * Lines for the beginning of a document's text, where readers and questions find them: `Author: Ann Baker`. Without
 * names that are a program's or a single word, as log-in names are. Empty when nothing is left.
 *
 * @param of.date When it was published; begins with a date as in ISO 8601.
 * @param of.created When the file was made, which may be long after the text.
 */
export function metadataLines(of: {
  authors?: readonly (string | null | undefined)[];
  date?: string | null | undefined;
  created?: string | null | undefined;
}): string {
  const { authors = [], date, created } = of;
  const names = authors.map((name) => (name ?? '').replace(/\s+/gu, ' ').trim()).filter(isName);
  const lines: readonly (readonly [MetadataLabel, string])[] = [
    ['Author', [...new Set(names)].slice(0, NAMES_MAX).join(', ')],
    ['Date', dayOf(date)],
    ['File created', dayOf(created)],
  ];
  return lines.flatMap(([label, value]) => (value ? [`${label}: ${value}`] : [])).join('\n');
}

const NAMES_MAX = 30;
const NAME_CHARACTERS_MAX = 200;

function isName(name: string): boolean {
  const hasWords = /\p{L}\S*\s+\S*\p{L}|[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}]{2}/u.test(
    name,
  );
  return hasWords && name.length <= NAME_CHARACTERS_MAX && !PROGRAM.test(name);
}

const PROGRAM =
  /^(?:unknown|unnamed|anonymous|default)\b|\b(?:office|windows|system|test) user\b|administrator|https?:/i;

/** `2024-05-01` of a date in ISO 8601 or as PDF writes it: `D:20240501120000Z`. */
function dayOf(date: string | null | undefined): string {
  const [, year, month, day] = DATE.exec(date ?? '') ?? [];
  return year && month && day && !TEMPLATE.test(date!) ? `${year}-${month}-${day}` : '';
}

const DATE = /^\s*(?:D:)?((?:19|20)\d\d)-?(0[1-9]|1[0-2])-?(0[1-9]|[12]\d|3[01])/;
/** Files that are made from the template of python-docx keep its date. */
const TEMPLATE = /^2013-12-23T23:15/;

/** A title from a file's metadata; null when a program generated it. */
export function metadataTitle(title: string | null | undefined): string | null {
  const plain = title?.trim() ?? '';
  if (
    !/[\p{L}\p{N}].*[\p{L}\p{N}]|[\p{sc=Han}]/u.test(plain) ||
    isPartNumber(plain) ||
    MADE_UP.some((pattern) => pattern.test(plain))
  )
    return null;
  // The name of a file: `annual-report-final`.
  return /^[\p{L}\p{N}]+(?:[-_][\p{L}\p{N}.]+){2,}$/u.test(plain) ? plain.replace(/[-_]/g, ' ') : plain;
}

const MADE_UP: readonly RegExp[] = [
  expressionOf(LANGUAGES, ({ titles }) => titles?.placeholders, {
    ...{ before: '^', after: ' ?\\d*$', flags: 'iu' },
  }),
  /^(?:microsoft (?:word|excel|office|powerpoint|publisher|visio)|openoffice|libreoffice)\b.* - /i,
  // A path, or bytes that a program wrote as digits.
  /^[a-z]:\\|^<[\da-f]{8,}>$/i,
  // The number of a filing or of a scan.
  /^[\d\p{P}\s]+$/u,
  /\.(?:docx?|pdf|tex|dvi|indd|qxd|pptx?|xlsx?|fm|ps|eps|html?|od[tps]|rtf|key|pages|numbers|pub)$/i,
];
