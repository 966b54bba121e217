import type { Terminal } from './terminal.ts';

const BAR_COLUMNS = 24;

/** A bar on a screen; elsewhere a line whenever a tenth more is done. */
export interface ProgressBar extends Disposable {
  draw(done: number, total: number): void;
  /** Something that holds it up; told once in a row. */
  note(text: string): void;
  /** Takes the bar away and prints a last line. */
  end(text: string): void;
}

/** @param share 0–1. */
export function barOf(share: number): string {
  const filled = Math.round(share * BAR_COLUMNS);
  return '█'.repeat(filled) + '░'.repeat(BAR_COLUMNS - filled);
}

export function createProgressBar({ write, columns }: Terminal, noun: string): ProgressBar {
  let tenths = -1;
  let lastNote = '';
  const erase = () => (columns === undefined ? '' : '\r\u001b[K');

  return {
    draw(done, total) {
      const share = total === 0 ? 1 : done / total;
      const text = `${done}/${total} ${noun}`;
      if (columns !== undefined) write(`${erase()}${`${barOf(share)} ${text}`.slice(0, columns - 1)}`);
      else if (Math.floor(share * 10) !== tenths) {
        tenths = Math.floor(share * 10);
        write(`${text}\n`);
      }
    },
    note(text) {
      if (text !== lastNote) write(`${erase()}${text}\n`);
      lastNote = text;
    },
    end: (text) => write(`${erase()}${text}\n`),
    [Symbol.dispose]() {
      // After an error the message must not stand behind half a bar.
      if (columns !== undefined) write(erase());
    },
  };
}
