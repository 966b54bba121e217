/** Skips neighbouring questions, which are on one document; coprime to most numbers of questions. */
const STRIDE = 37;

/**
 * The answered question that precedes the i-th other one: a different one for each. When one more or one less is
 * answered, nearly all keep their predecessor, so that two versions can be compared.
 *
 * @param isAnswered For each candidate question; at least one is true.
 */
export function turnBefore(i: number, isAnswered: readonly boolean[]): number {
  const { length } = isAnswered;
  // In a further round it follows another one.
  let at = (i * STRIDE + Math.floor(i / length)) % length;
  while (!isAnswered[at]) at = (at + 1) % length;
  return at;
}
