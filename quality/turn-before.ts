/** Leads past neighbouring questions, which are on one document; coprime to most numbers of questions. */
const STRIDE = 37;

/**
 * Which answered question the i-th of others is asked after: another for each. Where one more is answered, or one less, all
 * but few come after the same as before, so that two versions can be compared.
 *
 * @param isAnswered Of each question that it may be; at least one is.
 */
export function turnBefore(i: number, isAnswered: readonly boolean[]): number {
  const { length } = isAnswered;
  // What is asked again, in a further round, comes after another.
  let at = (i * STRIDE + Math.floor(i / length)) % length;
  while (!isAnswered[at]) at = (at + 1) % length;
  return at;
}
