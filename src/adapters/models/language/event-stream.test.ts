import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { eventData } from './event-stream.ts';

describe('eventData', () => {
  it('gives the same data however the bytes are cut', async () => {
    const data = fc.array(fc.string({ unit: 'binary' }).map((text) => text.replaceAll(/[\r\n]/g, '')));
    await fc.assert(
      fc.asyncProperty(
        data,
        fc.infiniteStream(fc.integer({ min: 1, max: 9 })),
        fc.boolean(),
        async (texts, cuts, crlf) => {
          const end = crlf ? '\r\n' : '\n';
          const bytes = Buffer.from(texts.map((text) => `data: ${text}${end}${end}`).join(''));
          const expected = texts.map((text) => Buffer.from(text).toString());
          assert.deepEqual(await collect(pieces(bytes, cuts)), expected);
        },
      ),
    );
  });

  for (const [name, stream, expected] of [
    ['joins the lines of one event', 'data: a\ndata: b\n\n', ['a\nb']],
    ['passes over comments, names and ids', ': ping\n\nevent: x\nid: 1\ndata: a\n\n', ['a']],
    ['takes data without a blank', 'data:a\n\n', ['a']],
    [
      'passes over a mark of the byte order, but only at the beginning',
      '\ufeffdata: a\n\ndata: \ufeffb\n\n',
      ['a', '\ufeffb'],
    ],
    ['gives nothing of an event that is cut off', 'data: a\n\ndata: b\n', ['a']],
    ['gives nothing of what is no event', '<html>\n\n</html>', []],
  ] as const) {
    it(name, async () => {
      assert.deepEqual(await collect([Buffer.from(stream)]), expected);
    });
  }

  it('gives together what came together', async () => {
    const found: (readonly string[])[] = [];
    for await (const data of eventData(inTurn(['data: a\n\ndata: b\n\ndata:', ' c\n\n'].map(Buffer.from))))
      found.push(data);
    assert.deepEqual(found, [['a', 'b'], ['c']]);
  });

  it('gives up on an event that does not end', async () => {
    const endless = Array.from({ length: 20 }, () => Buffer.alloc(65_536, 'a'));
    await assert.rejects(collect(endless), RangeError);
  });
});

async function collect(source: Iterable<Uint8Array>): Promise<string[]> {
  const found: string[] = [];
  for await (const data of eventData(inTurn(source))) found.push(...data);
  return found;
}

async function* inTurn(source: Iterable<Uint8Array>) {
  yield* source;
}

function* pieces(bytes: Buffer, cuts: Iterator<number>) {
  let at = 0;
  while (at < bytes.length) {
    const end = at + cuts.next().value;
    yield bytes.subarray(at, end);
    at = end;
  }
}
