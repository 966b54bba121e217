import { parseChunkId } from '../../../ports/chunk.ts';
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
  const idOf = (place: number) => parseChunkId(passages[place]!.passage.chunkId);
  const found: number[][] = [];
  const taken = new Set<number>();
  for (const place of chosen) {
    if (taken.has(place)) continue;
    const run = [place];
    taken.add(place);
    for (let grown = true; grown; ) {
      const before = idOf(run[0]!);
      const behind = idOf(run.at(-1)!);
      const near = chosen.find((other) => {
        const own = idOf(other);
        if (taken.has(other) || !own || own.docId !== before?.docId) return false;
        return own.ordinal === before.ordinal - 1 || own.ordinal === behind!.ordinal + 1;
      });
      grown = near !== undefined;
      if (near === undefined) continue;
      taken.add(near);
      if (idOf(near)!.ordinal < before!.ordinal) run.unshift(near);
      else run.push(near);
    }
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
