import type { Terminal } from './terminal.ts';

const BAR_COLUMNS = 24;

export type ProgressBar = ReturnType<typeof createProgressBar>;

/** A bar on a terminal; elsewhere a line for every tenth. */
export function createProgressBar({ write, columns }: Terminal) {
  let tenths = -1;
  let lastNote = '';
  const erase = columns === undefined ? '' : '\r\u001b[K';
  /** Prints a line in place of the bar, which the next `draw` restores. */
  const line = (text: string) => write(`${erase}${text}\n`);

  return {
    line,
    /** @param text Follows the bar and the numbers. */
    draw(done: number, total: number, text: string): void {
      const share = total === 0 ? 1 : done / total;
      const told = `${done}/${total} ${text}`;
      if (columns !== undefined) {
        write(`${erase}${[...`${barOf(share)} ${told}`].slice(0, columns - 1).join('')}`);
      } else if (Math.floor(share * 10) !== tenths) {
        tenths = Math.floor(share * 10);
        line(told);
      }
    },
    /** Prints a line unless the last note was the same. */
    note(text: string): void {
      if (text !== lastNote) line(text);
      lastNote = text;
    },
    // An error message must not follow half a bar.
    [Symbol.dispose]: () => write(erase),
  };
}

/** @param share 0–1. */
export function barOf(share: number): string {
  const filled = Math.round(share * BAR_COLUMNS);
  return '█'.repeat(filled) + '░'.repeat(BAR_COLUMNS - filled);
}
