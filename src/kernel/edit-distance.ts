/**
 * Edits that turn one word into another: letters left out, put in, exchanged, or two neighbours swapped, no letter
 * touched twice (optimal string alignment). Counts UTF-16 units.
 *
 * @param most For any larger distance `most + 1` is returned.
 * @see Damerau, "A technique for computer detection and correction of spelling errors", CACM 7 (1964).
 */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  const width = b.length + 1;
  // Rows i − 2, i − 1 and i of the table; one that is done with becomes the next.
  let before: number[] = [];
  let last: number[] = [];
  let row: number[] = [];
  for (let j = 0; j < width; j++) {
    before.push(0);
    last.push(j);
    row.push(0);
  }
  for (let i = 1; i <= a.length; i++) {
    row[0] = i;
    let least = i;
    for (let j = 1; j < width; j++) {
      const isSame = a.charCodeAt(i - 1) === b.charCodeAt(j - 1);
      let edits = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1));
      if (!isSame && i > 1 && j > 1 && isSwapped(a, i, b, j)) edits = Math.min(edits, before[j - 2]! + 1);
      row[j] = edits;
      if (edits < least) least = edits;
    }
    if (least > most) return most + 1;
    [before, last, row] = [last, row, before];
  }
  return Math.min(last[b.length]!, most + 1);
}

function isSwapped(a: string, i: number, b: string, j: number): boolean {
  return a.charCodeAt(i - 1) === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1);
}

/** The candidate with the minimum number of edits, the first of equals; undefined when each takes more than `most`. */
export function nearest(text: string, candidates: Iterable<string>, most: number): string | undefined {
  let best: string | undefined;
  let fewest = most + 1;
  for (const candidate of candidates) {
    const edits = editDistance(text, candidate, most);
    if (edits < fewest) [best, fewest] = [candidate, edits];
  }
  return best;
}
