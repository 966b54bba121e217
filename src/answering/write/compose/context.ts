import { chunkIdOf, parseChunkId } from '../../../ports/chunk.ts';
import type { Finding } from '../../judge/finding.ts';

/** A passage that scores less, against the best one, only fills the prompt. */
const FLOOR = 0.2;

/**
 * The passages of a finding for a prompt, in the order of the prompt: as many of the best as fit. Chunks that follow
 * each other in their document stand together, in reading order. The best come first and the second best last, where
 * models read most carefully.
 *
 * @param tokensOf Tokens that a passage takes in the prompt.
 * @param tokensMax For all passages; the best one is taken even if it is longer.
 */
export function contextOf(
  finding: Finding,
  { tokensOf, tokensMax }: { tokensOf: (place: number) => number; tokensMax: number },
): Finding {
  const { passages } = finding;
  const best = Math.max(0, ...passages.map(({ passage }) => passage.score));
  const chosen: number[] = [];
  let tokens = 0;
  for (const [place, { passage }] of passages.entries()) {
    const own = tokensOf(place);
    const fits = tokens + own <= tokensMax && passage.score >= FLOOR * best;
    if (place > 0 && !fits) continue;
    tokens += own;
    chosen.push(place);
  }
  const [first = [], second = [], ...others] = runs(finding, chosen);
  return inOrder(finding, [...first, ...others.flat(), ...second]);
}

/** Runs of chunks that follow each other, each in reading order; the run with the best passage first. */
function runs({ passages }: Finding, chosen: readonly number[]): number[][] {
  const placeOf = new Map(chosen.map((place) => [passages[place]!.passage.chunkId, place]));
  const beside = (place: number, by: -1 | 1) => {
    const id = parseChunkId(passages[place]!.passage.chunkId);
    return id && placeOf.get(chunkIdOf(id.docId, id.version, id.ordinal + by));
  };
  const found: number[][] = [];
  const taken = new Set<number>();
  for (const place of chosen) {
    if (taken.has(place)) continue;
    let first = place;
    for (let before = beside(first, -1); before !== undefined; before = beside(first, -1)) first = before;
    const run: number[] = [];
    for (let at: number | undefined = first; at !== undefined; at = beside(at, 1)) run.push(at);
    for (const at of run) taken.add(at);
    found.push(run);
  }
  return found;
}

/** The finding with these of its passages alone, in this order. */
function inOrder(finding: Finding, order: readonly number[]): Finding {
  const places = new Map(order.map((place, i) => [place, i]));
  const moved = (candidates: Finding['ranked']) =>
    candidates.flatMap((candidate) => {
      const passage = places.get(candidate.passage);
      return passage === undefined ? [] : [{ ...candidate, passage }];
    });
  return {
    ...finding,
    passages: order.map((place) => finding.passages[place]!),
    ranked: moved(finding.ranked),
    best: moved(finding.best),
  };
}
