/**
 * Probability that a positive scores above a negative, ties counting half: the area under the ROC curve.
 *
 * @returns NaN without a positive or without a negative.
 * @see Mann & Whitney, 1947: U / (positives × negatives).
 */
export function auroc(positives: readonly number[], negatives: readonly number[]): number {
  const all = [
    ...positives.map((score) => ({ score, isPositive: true })),
    ...negatives.map((score) => ({ score, isPositive: false })),
  ].sort((a, b) => a.score - b.score);
  let rankSum = 0;
  for (let from = 0; from < all.length; ) {
    let to = from;
    while (to < all.length && all[to]!.score === all[from]!.score) to++;
    const rank = (from + 1 + to) / 2;
    for (const { isPositive } of all.slice(from, to)) if (isPositive) rankSum += rank;
    from = to;
  }
  const least = (positives.length * (positives.length + 1)) / 2;
  return (rankSum - least) / (positives.length * negatives.length);
}
