import { readClaim } from '../src/answering/check/claim.ts';
import { type EvidenceText, evidenceOf } from '../src/answering/check/evidence.ts';
import { type SentenceVerdict, verifyClaim } from '../src/answering/check/verify-sentence.ts';
import { splitSentences } from '../src/text/sentences.ts';
import { auroc } from './auroc.ts';
import type { Paragraph } from './edit-context.ts';
import type { GroundednessSet, JudgedClaim } from './groundedness-sets.ts';
import { mean } from './mean.ts';
import { CONTROLS, EDITS, type Perturbed, perturb } from './perturbations.ts';
import { seededRandom } from './seeded-random.ts';

export type MeasuredScore = ReturnType<typeof measureScore>;

export interface MeasuredEdit {
  readonly kind: Perturbed['kind'];
  readonly language: string;
  readonly cases: number;
  /** Sentences not judged supported: hits when the edit changed the meaning, false alarms otherwise. */
  readonly alarmed: number;
  /** Those vetoed by an alarm. */
  readonly vetoed: number;
}

const SEED = 20_261_120;

/** How well the score separates a set's supported claims from the rest. */
export function measureScore({ name, claims }: GroundednessSet) {
  const startedAt = performance.now();
  const judged = claims.map((claim) => ({ claim, ...verifyAll(claim) }));
  const msPerClaim = (performance.now() - startedAt) / Math.max(1, claims.length);
  const supported = judged.filter(({ claim }) => claim.isSupported);
  const others = judged.filter(({ claim }) => !claim.isSupported);
  const accuracyAt = (least: number) =>
    (share(supported, ({ score }) => score >= least) + share(others, ({ score }) => score < least)) / 2;
  return {
    name,
    supported: supported.length,
    others: others.length,
    auroc: auroc(
      supported.map(({ score }) => score),
      others.map(({ score }) => score),
    ),
    // Mean of the shares of supported and of other claims judged correctly, at the best threshold for this set.
    balancedAccuracy: Math.max(...new Set(supported.map(({ score }) => accuracyAt(score)))),
    balancedAccuracyAtHalf: accuracyAt(0.5),
    // Shares of claims with an alarm that vetoes, and with any alarm.
    vetoed: {
      supported: share(supported, ({ verdicts }) => verdicts.some(isVetoed)),
      others: share(others, ({ verdicts }) => verdicts.some(isVetoed)),
    },
    alarmed: {
      supported: share(supported, ({ verdicts }) => verdicts.some(({ alarms }) => alarms.length > 0)),
      others: share(others, ({ verdicts }) => verdicts.some(({ alarms }) => alarms.length > 0)),
    },
    msPerClaim,
  };
}

/** The mean over the sentences of a claim. */
function verifyAll(claim: JudgedClaim): { score: number; verdicts: SentenceVerdict[] } {
  const evidence = evidenceOf(evidenceText(claim));
  const verdicts = splitSentences(claim.text).map(({ start, end }) =>
    verifyClaim(readClaim(claim.text.slice(start, end)), evidence),
  );
  return {
    score: mean(verdicts.map(({ score }) => score)),
    verdicts,
  };
}

function evidenceText({ evidence, evidenceSentences }: JudgedClaim): EvidenceText {
  let start = 0;
  const sentences = evidenceSentences?.map((sentence) => {
    const range = { start, end: start + sentence.length };
    start = range.end + 1;
    return range;
  });
  return { text: evidence, language: 'en', sentences: sentences ?? splitSentences(evidence), heading: '' };
}

const isVetoed = ({ alarms }: SentenceVerdict) => alarms.some(({ effect }) => effect === 'veto');

function share<Item>(items: readonly Item[], has: (item: Item) => boolean): number {
  return items.filter(has).length / Math.max(1, items.length);
}

/** Edits every sentence of the paragraphs, the same way at every run, and verifies it against its paragraph. */
export function measureEdits(paragraphs: readonly Paragraph[]): MeasuredEdit[] {
  const counts = new Map<string, { cases: number; alarmed: number; vetoed: number }>();
  const languages = [...new Set(paragraphs.map(({ language }) => language))].sort();
  for (const [i, paragraph] of paragraphs.entries()) {
    const { language, article, text, sentences } = paragraph;
    const foreignNames = paragraphs
      .filter((other) => other.language === language && other.article !== article)
      .flatMap(({ names }) => names.map((name) => name.text));
    for (const edited of perturb(paragraph, foreignNames, seededRandom(SEED + i))) {
      const evidence = evidenceOf({ text, language, sentences, heading: '' });
      const verdict = verifyClaim(readClaim(edited.sentence), evidence);
      const key = `${edited.kind}\n${language}`;
      const count = counts.get(key) ?? { cases: 0, alarmed: 0, vetoed: 0 };
      count.cases++;
      if (verdict.verdict !== 'supported') count.alarmed++;
      if (isVetoed(verdict)) count.vetoed++;
      counts.set(key, count);
    }
  }
  return [...EDITS, ...CONTROLS].flatMap((kind) =>
    languages.map((language) => ({
      kind,
      language,
      ...(counts.get(`${kind}\n${language}`) ?? { cases: 0, alarmed: 0, vetoed: 0 }),
    })),
  );
}
