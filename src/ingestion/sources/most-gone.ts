/** Documents are lost at once: most likely the place is not what it was, such as a share that is unmounted. */
const GONE_MIN = 10;
const GONE_SHARE = 0.5;

/** Whether so many of the documents of a place have gone at once that somebody must confirm it. */
export function areMostGone(gone: number, known: number): boolean {
  return gone >= GONE_MIN && gone > known * GONE_SHARE;
}
