import { IngestFailure } from '../../errors.ts';
import { isPartNumber } from '../../text/generic-title.ts';
import type { Block, FrameLine, ParsedDocument } from './parsed-document.ts';

/** Longest extracted text in UTF-16 units: a plain text of 20 MB, or six times the King James Bible. */
const TEXT_CHARACTERS_MAX = 21_000_000;

/** A longer heading is a paragraph that was marked for its looks; a longer title is cut. */
const TITLE_CHARACTERS_MAX = 300;
const TITLE_HEADINGS_MAX = 20;

/** Collects a document's blocks in reading order; blocks that are empty after cleaning are dropped. */
export type DocumentText = ReturnType<typeof startDocumentText>;

interface Place {
  readonly level?: number | undefined;
  readonly page?: number | null;
  readonly section?: readonly string[] | undefined;
  /**
   * Given when the text continues the sentence of the block before, on another page: what stands between the two
   * instead of a blank line.
   */
  readonly joint?: ' ' | '' | undefined;
}

/**
 * @param options.about What metadata say of the document, from `metadataLines`: the first paragraph, below the headings
 * that begin the document.
 */
export function startDocumentText({ about = '' } = {}) {
  const pieces: string[] = [];
  const frame = new Map<string, { line: string; page: number | null }>();
  const blocks: Block[] = [];
  let length = 0;
  let frameLength = 0;
  /** Those at the start, before any other block, and the further ones of level 1. */
  const headings: { text: string; level: number; isAtStart: boolean; isFirst: boolean }[] = [];
  let hasHeading = false;
  let hasWords = false;

  function assertBounded(): void {
    if (length + frameLength <= TEXT_CHARACTERS_MAX) return;
    const why = `The text is longer than ${TEXT_CHARACTERS_MAX} characters. Split the file and send the parts.`;
    throw new IngestFailure('too_complex', why);
  }

  /**
   * Adds a line of the page frame. Each distinct line of a page is kept once, after the last block and outside of all
   * blocks.
   *
   * @throws {IngestFailure} As `add`.
   */
  function addFrame(text: string, { page = null }: Pick<Place, 'page'> = {}): void {
    const line = cleanText(text).replace(/\s+/g, ' ').trim();
    const key = `${page ?? ''} ${line}`;
    if (line === '' || frame.has(key)) return;
    frame.set(key, { line, page });
    frameLength += line.length + BETWEEN_BLOCKS.length;
    assertBounded();
  }

  let unsaid = about;

  /**
   * A short line that only claims copyright is added as `addFrame` does.
   *
   * @throws {IngestFailure} `too_complex` as soon as the text exceeds its bound, so that the parser stops early.
   */
  function add(
    named: Block['kind'],
    text: string,
    { page = null, section, joint, ...place }: Place = {},
  ): void {
    const clean = cleanText(text);
    const isProse = named === 'heading' && clean.trim().length > TITLE_CHARACTERS_MAX;
    const kind = isProse ? 'paragraph' : named;
    const level = isProse ? undefined : place.level;
    // The first line of code keeps its indentation.
    const piece = kind === 'code' ? clean.replace(/^(?:[^\S\n]*\n)+/, '').trimEnd() : clean.trim();
    if (piece === '') return;
    if (kind === 'paragraph' && piece.length <= COPYRIGHT_CHARACTERS_MAX && COPYRIGHT.test(piece)) {
      addFrame(piece, { page });
      return;
    }
    if (kind !== 'heading' && unsaid !== '') {
      const first = unsaid;
      unsaid = '';
      add('paragraph', first, { page, section });
    }
    const between = length === 0 ? '' : (joint ?? BETWEEN_BLOCKS);
    const start = length + between.length;
    length = start + piece.length;
    assertBounded();
    pieces.push(between + piece);
    const where = { ...(level === undefined ? {} : { level }), ...(section ? { section } : {}), page };
    blocks.push({ kind, start, end: length, ...where });
    const isAtStart = headings.length === blocks.length - 1;
    if (kind === 'heading' && (isAtStart || level === 1) && headings.length < TITLE_HEADINGS_MAX)
      headings.push({ text: piece, level: level ?? 1, isAtStart, isFirst: !hasHeading });
    hasHeading ||= kind === 'heading';
    hasWords ||= /[\p{L}\p{N}]/u.test(piece);
  }

  return {
    add,
    addFrame,
    /**
     * Without a title, the first heading of level 1 of those that begin the document is used, or else the first of
     * these, or else the only one of level 1; unless `headingsAreTitles` is false, as the name of a sheet is no title.
     * `claimed`, from the properties of slides and PDFs, often is the template's. It is the title if the document has no
     * other one, or only a part's number, or begins with its words.
     *
     * @throws {IngestFailure} `no_text` when no block has a letter or digit.
     */
    finish(of: {
      title?: string | null;
      claimed?: string | null;
      pages?: number | null;
      headingsAreTitles?: boolean;
    }): ParsedDocument {
      const { title = null, claimed = null, pages = null, headingsAreTitles = true } = of;
      if (!hasWords) throw new IngestFailure('no_text', 'The file contains no text.');
      const atStart = headings.filter(({ isAtStart }) => isAtStart);
      const heading =
        atStart.find(({ level }) => level === 1) ??
        atStart[0] ??
        (headings.length === 1 ? headings[0] : undefined);
      const isOwn = headingsAreTitles && heading !== undefined && !isSectionName(heading.text);
      const other = titleOf(title) ?? titleOf(isOwn ? heading.text : null);
      const claim = titleOf(claimed);
      const isNamed = other !== null && !isPartNumber(other);
      const isClaimed = claim !== null && (!isNamed || isSaidIn(claim, pieces, blocks));
      const given = isClaimed ? claim : titleOf(title);
      const ownTitle = given ?? other;
      const isSure = given !== null || (heading?.level === 1 && (heading.isAtStart || heading.isFirst));
      const frameLines: FrameLine[] = [];
      let end = length;
      for (const { line, page } of frame.values()) {
        const start = end + BETWEEN_BLOCKS.length;
        end = start + line.length;
        pieces.push(BETWEEN_BLOCKS + line);
        frameLines.push({ start, end, page });
      }
      const titled = { title: ownTitle, ...(isSure || ownTitle === null ? {} : { isTitleUnsure: true }) };
      return { ...titled, text: pieces.join(''), blocks, frame: frameLines, pages };
    },
  };
}

const BETWEEN_BLOCKS = '\n\n';

const COPYRIGHT_CHARACTERS_MAX = 150;
/** `© 2024 Ann Baker. All rights reserved.` */
const COPYRIGHT =
  /^(?:©|\(c\)|copyright\s*(?:©|\(c\)|(?:19|20)\d\d|by\s)).*(?:\b(?:19|20)\d\d\b|all rights reserved)|^all rights reserved\W*$/i;

/** NFC with `\n` line ends; without control characters, lone surrogates and invisible marks. */
function cleanText(text: string): string {
  const plain = UNCLEAN.test(text)
    ? text
        .replace(/\r\n?|[\u0085\u2028\u2029\v\f]/g, '\n')
        .replace(/\u00ad[^\S\n]*\n[^\S\n]*/g, '')
        .replace(INVISIBLE, '')
        .toWellFormed()
    : text;
  return plain.normalize('NFC');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNCLEAN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u200b\u2028\u2029\u2060\ufeff\ud800-\udfff]/;
// Joiners (U+200C, U+200D) and direction marks stay: Persian, Indic scripts and emoji need them.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const INVISIBLE = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u200b\u2060\ufeff]/g;

/** The beginning of a document, within which its title is said, in UTF-16 units. */
const TITLE_PLACE = { pages: 3, units: 8_000 } as const;
const TITLE_WORDS_SHARE_MIN = 0.6;

/** Whether a document begins with most words of a title. */
function isSaidIn(title: string, pieces: readonly string[], blocks: readonly Block[]): boolean {
  const later = blocks.findIndex(
    ({ end, page }) => end > TITLE_PLACE.units || (page ?? 1) > TITLE_PLACE.pages,
  );
  const beginning = pieces
    .slice(0, later < 0 ? undefined : later)
    .join('')
    .toLowerCase();
  const words = title.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  const said = words.filter((word) => beginning.includes(word));
  return said.length >= words.length * TITLE_WORDS_SHARE_MIN;
}

/** `4 Conclusions` names a section, not the document. */
export function isSectionName(heading: string | null): boolean {
  return heading !== null && (NUMBERED_SECTION.test(heading) || SECTION.test(heading));
}

const NUMBERED_SECTION = /^\d{1,2}(?:\.\d{1,2})*[.)]?\s+\p{Lu}/u;
const SECTION = /^(?:abstract|introduction|contents|table of contents|summary|overview|preface)$/i;

function titleOf(text: string | null): string | null {
  const title = cleanText(text ?? '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(?<=\p{L}\p{L}.*)\s?:$/u, '');
  if (!/[\p{L}\p{N}]/u.test(title)) return null;
  return title.length <= TITLE_CHARACTERS_MAX
    ? title
    : `${title.slice(0, TITLE_CHARACTERS_MAX).toWellFormed().trimEnd()}…`;
}
