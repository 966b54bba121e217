import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readEvents, type StreamEvent } from '../../console/api/event-stream.ts';

async function eventsOf(chunks: readonly Uint8Array[]): Promise<StreamEvent[]> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  const events: StreamEvent[] = [];
  for await (const event of readEvents(body)) events.push(event);
  return events;
}

const bytes = (text: string) => new TextEncoder().encode(text);

describe('the reader of event streams', () => {
  it('gives the same events wherever the bytes are cut', async () => {
    const text =
      ': hello\r\n\r\nevent: token\ndata: {"delta":"größer 🎟 "}\n\n: still here\n\ndata: a\rdata:  b\r\revent: done\ndata\n\n';
    const whole = await eventsOf([bytes(text)]);
    assert.deepEqual(whole, [
      { event: 'token', data: '{"delta":"größer 🎟 "}' },
      { event: 'message', data: 'a\n b' },
      { event: 'done', data: '' },
    ]);
    const all = bytes(text);
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.nat(all.length), { maxLength: 30 }), async (cuts) => {
        const bounds = [0, ...cuts.sort((a, b) => a - b), all.length];
        const chunks = bounds.slice(1).map((end, i) => all.slice(bounds[i], end));
        assert.deepEqual(await eventsOf(chunks), whole);
      }),
    );
  });

  it('leaves out an event whose end is missing', async () => {
    assert.deepEqual(await eventsOf([bytes('data: a\n\ndata: b\n')]), [{ event: 'message', data: 'a' }]);
  });

  it('closes the body when nobody reads on', async () => {
    let isCancelled = false;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(bytes('data: a\n\ndata: b\n\n')),
      cancel: () => {
        isCancelled = true;
      },
    });
    for await (const _ of readEvents(body)) break;
    assert.ok(isCancelled);
  });
});
