/**
 * An answer as standalone text: without the markers `[n]` of its sources.
 *
 * @param sources How many there are; other numbers in brackets belong to the text.
 */
export function withoutCitations(answer: string, sources: number): string {
  return answer
    .replace(/[^\S\n]*\[(\d{1,3})\]/g, (marker, n: string) =>
      Number(n) >= 1 && Number(n) <= sources ? '' : marker,
    )
    .trim();
}
