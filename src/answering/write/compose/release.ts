import type { AnswerStatement, Grounded } from '../../../ports/given-answer.ts';
import type { ChatMode } from '../../answer.ts';
import { type Claim, readClaim } from '../../check/claim.ts';
import { NO_ANSWER } from '../../model/instructions.ts';
import { alarmCodes } from '../statements.ts';
import type { Echoes } from './echo.ts';
import { readMarkers, withCitations } from './markers.ts';
import type { MissingPart } from './missing-part.ts';
import { withoutImages, withSafeLinks } from './safe-links.ts';
import type { Segment } from './segmenter.ts';
import {
  type CheckedStatement,
  checkCode,
  checkStatement,
  isUndecided,
  judgedAs,
  type NumberedPassage,
} from './statement-check.ts';
import { statesNothing } from './statement-kind.ts';

/** A released statement with the result of its check. */
export interface ReleasedStatement {
  /** Without markers, as it was checked. */
  readonly claim: Claim;
  readonly checked: CheckedStatement;
  /** Its range in the released text. */
  readonly place: AnswerStatement;
}

/** A statement that the check leaves open, and the passages to judge it by: at least one. */
export interface UndecidedStatement {
  readonly text: string;
  readonly passages: readonly number[];
}

/**
 * Releases the segments that a mode may state:
 * - `strict`: statements supported by a single passage, all from one document; everything else is withheld.
 * - `learning`: everything, with verdicts, once one statement is supported at least in part; until then it waits.
 * - `open`: everything, with verdicts.
 *
 * Segments that state nothing (headings, introductions to lists) wait for the next statement and are released with it.
 * What only repeats the question, the instructions or the last statements is left out.
 */
export interface Release {
  /** @returns The text that may be shown now; may be empty. */
  add(segment: Segment): string;
  /** What a language model may decide: statements, released or still waiting, that cite a passage. */
  undecided(): readonly UndecidedStatement[];
  /**
   * Replaces the verdicts on the first undecided statements, in their order, and with them their citations: no sentence
   * that was released is withdrawn.
   *
   * @returns The text that may be shown only now.
   */
  judge(verdicts: readonly (Grounded | undefined)[]): string;
  /** All released text. */
  text(): string;
  readonly statements: readonly ReleasedStatement[];
  /** Whether the model says the same again and again. */
  isLooping(): boolean;
}

/**
 * @param options.echoes Which sentences repeat the prompt.
 * @param options.language Language of the answer, ISO 639-1; null when unknown.
 * @param options.missing Reads what the model could not answer: shown once something is answered.
 * @param options.opening Text before the first segment, shown together with it.
 */
export function createRelease(
  passages: readonly NumberedPassage[],
  {
    mode,
    language,
    echoes,
    missing,
    opening = '',
  }: {
    mode: ChatMode;
    language: string | null;
    echoes: Echoes;
    missing: MissingPart;
    opening?: string;
  },
): Release {
  let text = '';
  let lastUnit = '';
  let lead = '';
  /** Waits for the next statement. */
  let waiting: Piece[] = [];
  /** Waits for support. */
  let held: Piece[] = [];
  let shown: Piece[] = [];
  let isSupported = false;
  let document: string | undefined;
  const statements: ReleasedStatement[] = [];
  let lastWritten: readonly string[] = [];
  let repetitions = 0;

  const isKnown = (address: string) =>
    address !== '' &&
    passages.some(({ passage }) => passage.url === address || passage.text.includes(address));

  function pieceOf(segment: Segment): Piece | undefined {
    const isCode = segment.kind === 'code';
    const written = isCode ? codeOf(segment) : withSafeLinks(segment.text.replace(ECHO, '').trim(), isKnown);
    const marked = isCode ? { text: written, plain: written, cited: [], markers: [] } : readMarkers(written);
    const { plain, cited } = marked;
    if (plain === '' || plain.startsWith(NO_ANSWER)) return undefined;
    const note = isCode ? undefined : missing(plain);
    if (note !== undefined)
      return note
        ? { lead: APART, written: () => ({ text: note, end: note.length }), isNote: true }
        : undefined;
    const item = itemOf(plain);
    const isStatement =
      !statesNothing(plain, segment.kind) &&
      !(mode === 'strict' && ASKS.test(plain)) &&
      !(item === '' && segment.lead.includes('\n'));
    const last = lastWritten.at(-1) ?? '';
    const isRepeated = lastWritten.includes(plain) || (item !== '' && item === itemOf(last));
    lastWritten = [...lastWritten.slice(1 - REPETITION_REACH), plain];
    repetitions = isRepeated ? repetitions + 1 : 0;
    // A heading or a rule may recur over other text.
    if (isRepeated && (isStatement || plain === last)) return undefined;
    if (echoes.isQuestion(plain)) return undefined;
    const withMarkers = { lead, written: (citations: readonly number[]) => withCitations(marked, citations) };
    if (!isStatement && (mode !== 'strict' || !/[\p{L}\p{N}]/u.test(plain))) return withMarkers;
    const claim = readClaim(plain);
    const allowed =
      document === undefined ? passages : passages.filter(({ passage }) => passage.docId === document);
    const checked = isCode
      ? checkCode(plain, allowed, { mode, language })
      : checkStatement(claim, cited, allowed, { mode, language });
    if (checked.verdict !== 'supported' && echoes.isInstruction(plain)) return undefined;
    if (mode === 'strict') {
      if (checked.verdict !== 'supported') return undefined;
      if (!isStatement) return withMarkers;
      document = passages.find(({ n }) => n === checked.citations[0])!.passage.docId;
    }
    const withNumbers = (citations: readonly number[]) => ({
      text: written + citations.map((n) => `\n[${n}]`).join(''),
      end: written.length,
    });
    const named = allowed.filter(({ n }) => cited.includes(n)).map(({ n }) => n);
    return { ...withMarkers, ...(isCode && { written: withNumbers }), statement: { claim, checked, named } };
  }

  function show(piece: Piece): string {
    const written = piece.written(piece.statement?.checked.citations ?? []);
    const isJoined = piece.lead === '' && MARKUP_AT_JOINT.test(`${lastUnit}${written.text[0]}`);
    const before = text === '' ? opening : isJoined ? ' ' : piece.lead;
    const start = text.length + before.length;
    const added = before + written.text;
    text += added;
    lastUnit = added.at(-1) ?? lastUnit;
    shown.push(piece);
    if (piece.statement) {
      const { claim, checked } = piece.statement;
      const { verdict, citations, alarms, rulesVerdict } = checked;
      const place = {
        ...{ start, end: start + written.end, verdict, citations },
        ...(rulesVerdict && { rulesVerdict }),
        alarms: alarmCodes(alarms),
      };
      statements.push({ claim, checked, place });
    }
    return added;
  }

  function showSupported(): string {
    isSupported ||= held.some(
      ({ statement }) => statement && (mode === 'open' || statement.checked.verdict !== 'unsupported'),
    );
    if (!isSupported) return '';
    const due = held;
    held = [];
    return due.map(show).join('');
  }

  const undecided = () =>
    [...shown, ...held].flatMap(({ statement }) => {
      if (!statement || !isUndecided(statement.checked)) return [];
      const { citations } = statement.checked;
      const passages = citations.length > 0 ? citations : statement.named;
      return passages.length > 0 ? [{ statement, passages }] : [];
    });

  return {
    add(segment) {
      // A withheld segment leaves its paragraph break behind.
      lead = strongest(lead, segment.lead);
      const piece = pieceOf(segment);
      if (!piece) return '';
      lead = '';
      waiting.push(piece);
      if (!piece.statement && !piece.isNote) return '';
      held.push(...waiting);
      waiting = [];
      return showSupported();
    },
    undecided: () =>
      undecided().map(({ statement: { claim }, passages }) => ({ text: claim.text, passages })),
    judge(verdicts) {
      for (const [i, { statement, passages }] of undecided().slice(0, verdicts.length).entries()) {
        const verdict = verdicts[i];
        if (verdict) statement.checked = judgedAs(verdict, statement.checked, passages);
      }
      const before = shown;
      shown = [];
      statements.length = 0;
      text = '';
      lastUnit = '';
      for (const piece of before) show(piece);
      return showSupported();
    },
    text: () => text,
    statements,
    isLooping: () => repetitions >= REPETITIONS_MAX,
  };
}

/** What models repeat of the prompt's delimiters, and tokens of their own templates. No passage in a prompt has any. */
const ECHO =
  /⟦[^⟦⟧\n]{0,80}⟧|⟦\/?[0-9a-f]*|⟧|<\|im_start\|>(?:assistant)?|<[|｜][^<>|｜\n]{1,40}[|｜]>|<\/s>|<end_of_turn>/gu;
/** What makes a link, an image or a tag of two segments where a long sentence was cut. */
const MARKUP_AT_JOINT = /\][([:]|!\[|<[a-z/!?]/iu;
/** A model that is caught in a loop repeats one to three sentences. */
const REPETITION_REACH = 3;
/** So many of them without anything new between them are a loop that no model leaves. */
const REPETITIONS_MAX = 8;
/** Without its number in a list; a sentence of its number alone is empty. */
function itemOf(plain: string): string {
  return plain.replace(/^\p{Nd}{1,3}[.)](?:\s+|$)/u, '');
}

/** A question, even one with a number in it. */
const ASKS = /[?？؟][\s*_"'”’»)]*$/u;

interface Piece {
  readonly lead: string;
  /** Its text with markers for these passages, and where that ends before its closing markers. */
  readonly written: (citations: readonly number[]) => { readonly text: string; readonly end: number };
  readonly statement?: {
    readonly claim: Claim;
    checked: CheckedStatement;
    /** What the model cited for it. */
    readonly named: readonly number[];
  };
  /** Says what the answer leaves open. */
  readonly isNote?: true;
}

const APART = '\n\n';

/** Outside of a list a fence that is indented by four spaces opens no block: what follows it is text. */
function codeOf({ lead, text }: Segment): string {
  return /(?: {4}|\t)$/.test(lead) ? withoutImages(text) : text;
}

/** The white space with the stronger break. */
function strongest(a: string, b: string): string {
  const lines = (space: string) => space.split('\n').length;
  return lines(a) > lines(b) || (b === '' && lines(a) === lines(b)) ? a : b;
}
