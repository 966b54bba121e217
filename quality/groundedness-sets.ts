import { hasTable, readJsonLines } from './json-lines.ts';
import { sayLeftOut, setFolders } from './set-folders.ts';

/** A claim judged by people against a text. */
export interface JudgedClaim {
  readonly text: string;
  readonly evidence: string;
  /** Set when the data names the evidence sentences. */
  readonly evidenceSentences: readonly string[] | null;
  readonly isSupported: boolean;
}

export interface GroundednessSet {
  readonly name: string;
  readonly claims: readonly JudgedClaim[];
}

interface ClaimRow {
  readonly claim?: string;
  readonly evidence_text?: string;
  readonly evidence_sentences?: readonly string[];
  readonly label?: string | null;
  /** Of several people, 1 (no) to 4 (yes). */
  readonly human_faithfulness_1_4?: readonly string[];
}

/** Labels that count as supported, and labels left out because nothing is claimed, in lower case. */
const SUPPORTED = new Set(['supported', 'supports', 'fully attributable']);
const LEFT_OUT = new Set(['generic']);
const RATING_MIN = 3;
/** Of the folder of all such sets, left out of their names. */
const FOLDER = 'groundedness/';

/**
 * The sets of judged claims: `root`, if it is one, and all below it. A set without claims of both kinds is left out, as
 * the two cannot be separated.
 */
export function readGroundednessSets(root: string): GroundednessSet[] {
  return setFolders(root, (folder) => hasTable(folder, 'claims.jsonl')).flatMap(({ name, folder }) => {
    const claims = readClaims(folder, name);
    const supported = claims.filter(({ isSupported }) => isSupported).length;
    if (supported > 0 && supported < claims.length) return [{ name: name.replace(FOLDER, ''), claims }];
    sayLeftOut(name, `${supported} of its ${claims.length} claims are supported.`);
    return [];
  });
}

function readClaims(folder: string, name: string): JudgedClaim[] {
  const rows = readJsonLines<ClaimRow>(folder, 'claims') ?? [];
  const claims = rows
    .filter(({ label }) => !LEFT_OUT.has(label?.toLowerCase() ?? ''))
    .map((row) => ({
      text: row.claim ?? '',
      evidence: row.evidence_text ?? row.evidence_sentences?.join('\n') ?? '',
      evidenceSentences: row.evidence_sentences ?? null,
      isSupported: isSupported(row),
    }));
  const worded = claims.filter(({ text }) => text.trim() !== '');
  const empty = claims.length - worded.length;
  if (empty > 0) sayLeftOut(`${empty} claims of ${name}`, 'they have no text.');
  return worded;
}

function isSupported({ label, human_faithfulness_1_4: ratings }: ClaimRow): boolean {
  if (!ratings) return SUPPORTED.has(label?.toLowerCase() ?? '');
  return ratings.reduce((sum, rating) => sum + Number(rating), 0) / ratings.length >= RATING_MIN;
}
