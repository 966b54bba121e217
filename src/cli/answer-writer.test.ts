import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createAnswerWriter, inColumns } from './answer-writer.ts';

const ROWS = 'option | meaning\noption: folder | meaning: what to send\noption: --tag | meaning: its tag [1]';
const TABLE = 'option  meaning\n------  ------------\nfolder  what to send\n--tag   its tag [1]';

/** What is written of an answer that comes in pieces. */
function written(pieces: readonly string[], columns?: number): string[] {
  const out: string[] = [];
  const writer = createAnswerWriter({ write: (text) => out.push(text), columns });
  for (const piece of pieces) writer.write(piece);
  writer.end();
  return out.filter((text) => text !== '');
}

describe('an answer on a terminal', () => {
  it('has the rows of tables in columns, between its other lines', () => {
    assert.equal(
      written([`Options:\n${ROWS}\n\nThat is all.`]).join(''),
      `Options:\n${TABLE}\n\nThat is all.\n`,
    );
    assert.equal(written([ROWS]).join(''), `${TABLE}\n`);
    assert.equal(inColumns('1 | oak\n20 | elm'), '1   oak\n20  elm');
  });

  it('has a cell a line where columns have no room', () => {
    assert.equal(inColumns('A: 1234567 | B: 1\nA: 2 | B: 3', 9), 'A: 1234567\nB: 1\n\nA: 2\nB: 3');
    assert.equal(inColumns('1 | oak\n20 | elm', 4), '1 | oak\n20 | elm');
  });

  it('is written while it arrives, and code as it is', () => {
    const long = 'A sentence that is so long that nobody waits for the end of its line before it is shown, ';
    assert.deepEqual(written([long, 'and ', 'more.\n']), [long, 'and ', 'more.\n']);
    const code = '```\ncat a | sort\ncat b | sort\n```';
    assert.equal(written([code]).join(''), `${code}\n`);
  });

  it('is the same in whatever pieces it comes', () => {
    const line = fc.constantFrom(
      'a | b',
      'k: a | l: b',
      'prose',
      '',
      '```',
      'x'.repeat(90),
      `${'y'.repeat(90)} | z`,
    );
    const pieces = fc.array(line).chain((lines) => {
      const text = lines.join('\n');
      return fc.array(fc.nat(text.length)).map((cuts) => {
        const at = [0, ...cuts.sort((a, b) => a - b), text.length];
        return at.slice(1).map((end, i) => text.slice(at[i], end));
      });
    });
    fc.assert(
      fc.property(pieces, (parts) => {
        const words = (text: string) => text.replaceAll(/[^a-z`]+/g, '');
        const whole = parts.join('');
        if (!/(?:k|l): /.test(whole)) assert.equal(words(written(parts).join('')), words(whole));
      }),
    );
  });
});
