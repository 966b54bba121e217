import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readJsonLines } from './json-lines.ts';

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
  readonly label?: string;
  /** Of several people, 1 (no) to 4 (yes). */
  readonly human_faithfulness_1_4?: readonly string[];
}

/** Labels that count as supported, and labels left out because nothing is claimed. */
const SUPPORTED = new Set(['supported', 'Fully attributable']);
const LEFT_OUT = new Set(['Generic']);
const RATING_MIN = 3;

const NAMES = ['scifact-train', 'wice-dev', 'begin-dev', 'climate-fever-a', 'mtrag-a-human'];

/** The sets present below `<root>/groundedness`. */
export function readGroundednessSets(root: string): GroundednessSet[] {
  return NAMES.map((name) => ({ name, folder: join(root, 'groundedness', name) }))
    .filter(({ folder }) => existsSync(folder))
    .map(({ name, folder }) => ({ name, claims: readClaims(folder) }));
}

function readClaims(folder: string): JudgedClaim[] {
  const rows = readJsonLines<ClaimRow>(folder, 'claims') ?? [];
  return rows
    .filter(({ label }) => label === undefined || !LEFT_OUT.has(label))
    .map((row) => ({
      text: row.claim ?? '',
      evidence: row.evidence_text ?? row.evidence_sentences?.join('\n') ?? '',
      evidenceSentences: row.evidence_sentences ?? null,
      isSupported: isSupported(row),
    }));
}

function isSupported({ label, human_faithfulness_1_4: ratings }: ClaimRow): boolean {
  if (!ratings) return SUPPORTED.has(label ?? '');
  return ratings.reduce((sum, rating) => sum + Number(rating), 0) / ratings.length >= RATING_MIN;
}
