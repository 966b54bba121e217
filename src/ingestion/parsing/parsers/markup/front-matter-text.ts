import type { MetadataLabel } from '../../../../text/metadata-lines.ts';
import { isMapping, type Values, wordsOf } from './front-matter.ts';

/** What readers may ask about in the metadata of a page, as Markdown; each part may be empty. */
export interface FrontMatterText {
  readonly title: string;
  /** The description, and a line each for authors and dates: `Author: Ann Baker`. */
  readonly lead: string;
  /** All other prose: questions with their answers, summaries of steps, long texts. */
  readonly sections: string;
}

/**
 * Selects the prose among the metadata, and the few names and dates that say something about the page. Paths, switches
 * and names of layouts are left out.
 *
 * @param options.isWholePage Nothing follows the metadata: short values in lists of records are read as well.
 */
export function frontMatterText(values: Values, options: { isWholePage: boolean }): FrontMatterText {
  const byName = new Map(Object.entries(values).map(([key, value]) => [nameOf(key), value]));
  const first = (keys: readonly string[]) => keys.map((key) => wordsOf(byName.get(key))).find(Boolean) ?? '';
  const title = first(TITLE_KEYS).replaceAll('`', '');
  const records = RECORDS.flatMap(({ label, keys }) => {
    const words = keys.map((key) => namesOf(byName.get(key))).find(Boolean);
    return words ? [`${label}: ${words}`] : [];
  });
  const leads = LEAD_KEYS.map((key) => textOf(byName.get(key))).filter((text) => /\p{L}/u.test(text));
  const lead = [...new Set(leads), records.join('\n')].filter(Boolean).join('\n\n');
  const used = new Set([...TITLE_KEYS, ...LEAD_KEYS, ...RECORDS.flatMap(({ keys }) => keys)]);
  const rest = [...byName].filter(([key]) => !used.has(key));
  const pieces = rest.flatMap(([key, value]) => piecesOf(key, value, { ...options, depth: 1 }));
  return { title, lead, sections: [...new Set(pieces)].join('\n\n').slice(0, SECTIONS_CHARACTERS_MAX) };
}

const SECTIONS_CHARACTERS_MAX = 200_000;
/** Deeper values configure something. */
const DEPTH_MAX = 6;

const TITLE_KEYS = ['title', 'pagetitle', 'linktitle', 'navtitle', 'sidebarlabel', 'headline', 'name'];
const LEAD_KEYS = ['description', 'summary', 'abstract', 'excerpt', 'intro', 'subtitle', 'tagline', 'lead'];
const RECORDS = [
  { label: 'Author', keys: ['author', 'authors', 'byline'] },
  { label: 'Date', keys: ['date', 'published', 'publisheddate', 'publishdate', 'pubdate', 'created'] },
  {
    label: 'Updated',
    keys: ['updated', 'lastmod', 'lastmodified', 'lastmodifiedat', 'modified', 'lastupdated'],
  },
  { label: 'Reviewed', keys: ['lastreviewedon', 'lastreviewed', 'reviewed'] },
] as const satisfies readonly { label: MetadataLabel; keys: readonly string[] }[];

/** Values below these are for programs. */
const NOT_TEXT =
  /^_|^(?:keywords|tags|categor|redirect|alias|slug|permalink|url|path|layout|template|css|script|style|class|image|img|icon|src|href|link|id$|uuid|menu|sitemap|robots|og|twitter|head$|schema|license|copyright|comment|cascade|build|seo$|meta$)/;
const NAME_KEYS = ['question', 'q', 'title', 'heading', 'headline', 'name', 'label', 'term'];
/** Of questions and answers, short ones are prose as well. */
const PROSE_KEYS = /^(?:q|a|question|answer|definition)$/;

/** `last_modified_at` and `lastModifiedAt` are one name. */
function nameOf(key: string): string {
  return key.replace(/[\s_-]/g, '').toLowerCase();
}

/** `Ann Baker, Bob Cole` of a string, or of a list of strings or of mappings with names. */
function namesOf(value: unknown): string {
  const values = (Array.isArray(value) ? value : [value]).slice(0, NAMES_MAX);
  const names = values.map((one) => wordsOf(isMapping(one) ? (one.name ?? one.title) : one));
  return names.filter((name) => name !== '' && name.length <= NAME_CHARACTERS_MAX).join(', ');
}

const NAMES_MAX = 30;
const NAME_CHARACTERS_MAX = 200;

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

interface Reading {
  readonly isWholePage: boolean;
  readonly depth: number;
}

/** Paragraphs, headings and list items. */
function piecesOf(key: string, value: unknown, { isWholePage, depth }: Reading): string[] {
  if (depth > DEPTH_MAX || NOT_TEXT.test(key)) return [];
  if (typeof value === 'string') return PROSE_KEYS.test(key) || isProse(value) ? [value.trim()] : [];
  const deeper = { isWholePage, depth: depth + 1 };
  if (isMapping(value)) return recordPieces(value, deeper);
  if (!Array.isArray(value)) return [];
  return value.flatMap((item) => {
    if (typeof item !== 'string') return piecesOf(key, item, deeper);
    return isProse(item) || (isWholePage && isReadable(item)) ? [`- ${item.trim()}`] : [];
  });
}

/** The name of a record heads its prose; without prose, its short values are one line. */
function recordPieces(record: Values, reading: Reading): string[] {
  const entries = Object.entries(record).map(([key, value]) => ({ key, name: nameOf(key), value }));
  const heading = NAME_KEYS.map((key) => entries.find(({ name }) => name === key)).find(
    (entry) => wordsOf(entry?.value) !== '',
  );
  const others = entries.filter((entry) => entry !== heading);
  const prose = others.flatMap(({ name, value }) => piecesOf(name, value, reading));
  const headed = heading ? wordsOf(heading.value) : '';
  if (prose.length > 0) return headed === '' ? prose : [`## ${headed}`, ...prose];
  if (!reading.isWholePage) return headed !== '' && isProse(headed) ? [headed] : [];
  const cells = entries.filter(({ name, value }) => !NOT_TEXT.test(name) && isReadable(wordsOf(value)));
  return cells.length === 0 ? [] : [`- ${cells.map(({ key, value }) => cellOf(key, value)).join(' | ')}`];
}

/** `Start date: 4 May`. */
function cellOf(key: string, value: unknown): string {
  const words = key
    .replace(/[_-]+/g, ' ')
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .toLowerCase();
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}: ${wordsOf(value)}`;
}

/** A sentence, or most of one. */
function isProse(text: string): boolean {
  if (!isReadable(text)) return false;
  return text.trim().split(/\s+/).length >= PROSE_WORDS_MIN || UNSPACED_PROSE.test(text);
}

const PROSE_WORDS_MIN = 5;
const UNSPACED_PROSE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]{8}/u;

/** No path, URL, colour, switch or name in a program. */
function isReadable(text: string): boolean {
  return (
    /\p{L}{2}|\p{N}/u.test(text) &&
    !/^\s*(?:[\w-]*[/#][^\s]*|[a-z][a-z\d+.-]*:\S*|\S+\.\w{2,4}|true|false)\s*$/i.test(text)
  );
}
