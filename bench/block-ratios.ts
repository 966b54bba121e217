/** A block of work: how many documents or answers, and what they took. */
export interface Block {
  readonly count: number;
  readonly cpuMs: number;
  readonly ms: number;
}

/** One figure of two contestants. */
export interface Ratio {
  /** Over all blocks together. */
  readonly base: number;
  readonly now: number;
  /** Of `now / base` of each pair of blocks: the quartiles. */
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/** Processor time of one document or answer, in milliseconds, and how many there were a second. */
export function ratiosOf(pairs: readonly { base: Block; now: Block }[]): { cpu: Ratio; rate: Ratio } {
  return {
    cpu: ratioOf(pairs, ({ cpuMs, count }) => cpuMs / count),
    rate: ratioOf(pairs, ({ ms, count }) => (1_000 * count) / ms),
  };
}

function ratioOf(pairs: readonly { base: Block; now: Block }[], figureOf: (block: Block) => number): Ratio {
  const ratios = pairs.map(({ base, now }) => figureOf(now) / figureOf(base)).sort((a, b) => a - b);
  return {
    base: figureOf(together(pairs.map(({ base }) => base))),
    now: figureOf(together(pairs.map(({ now }) => now))),
    median: quantile(ratios, 0.5),
    low: quantile(ratios, 0.25),
    high: quantile(ratios, 0.75),
  };
}

function together(blocks: readonly Block[]): Block {
  const sum = (figure: keyof Block) => blocks.reduce((total, block) => total + block[figure], 0);
  return { count: sum('count'), cpuMs: sum('cpuMs'), ms: sum('ms') };
}

/** @param sorted Ascending. Between two values, in proportion. */
function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)]!;
  return below + (sorted[Math.ceil(place)]! - below) * (place % 1);
}
