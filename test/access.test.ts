import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { LIMITS } from '../src/http/limits.ts';
import { startServer } from './server-process.ts';

/** The parts of access that only a process of its own can show. */

const json = { 'content-type': 'application/json' };

describe('what was acknowledged under an idempotency key', () => {
  it('is not made twice after kill -9, and neither is what was not', { timeout: 600_000 }, async () => {
    await using first = await startServer();
    const upload = (url: string, key: string, text: string) => {
      const form = new FormData();
      form.set('file', new Blob([text]), 'notes.txt');
      return fetch(`${url}/api/v1/ingest/upload`, {
        method: 'POST',
        body: form,
        headers: { 'idempotency-key': key },
      });
    };
    const acknowledged = await Promise.all(
      Array.from({ length: 5 }, async (_, i) => (await upload(first.url, `key-${i}`, `Text ${i}.`)).json()),
    );
    // Some of these are cut off before their effect, some after it, some after their answer.
    const cutOff = Array.from({ length: 20 }, (_, i) =>
      upload(first.url, `cut-${i}`, `Cut ${i}.`).then(
        (response) => response.json(),
        () => undefined,
      ),
    );
    await Promise.race(cutOff);
    await first.stop('SIGKILL');
    const before = await Promise.all(cutOff);

    await using second = await startServer({ folder: first.folder });
    for (const [i, body] of acknowledged.entries()) {
      const again = await upload(second.url, `key-${i}`, `Text ${i}.`);
      assert.equal(again.status, 202);
      assert.equal(again.headers.get('idempotent-replayed'), 'true');
      assert.deepEqual(await again.json(), body);
    }
    for (const [i, body] of before.entries()) {
      const again = await upload(second.url, `cut-${i}`, `Cut ${i}.`);
      assert.equal(again.status, 202);
      if (body !== undefined) assert.deepEqual(await again.json(), body);
      else await again.arrayBuffer();
    }
    const { total } = (await (await fetch(`${second.url}/api/v1/ingest/docs`)).json()) as { total: number };
    assert.equal(total, 5 + 20);
  });
});

describe('senders that never come to an end', () => {
  it('do not delay anyone: 300 of them, and /health answers within a second', {
    timeout: 600_000,
  }, async () => {
    await using server = await startServer();
    const port = Number(new URL(server.url).port);
    const beginnings = [
      'POST /api/v1/chat HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"q',
      'POST /api/v1/ingest/upload HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=b\r\nTransfer-Encoding: chunked\r\n\r\n',
      'GET /health HTTP/1.1\r\nHo',
    ];
    const sockets: Socket[] = [];
    try {
      for (let i = 0; i < 300; i++) {
        const socket = connect(port, '127.0.0.1');
        socket.on('error', () => {}).write(beginnings[i % beginnings.length]!);
        sockets.push(socket);
      }
      await sleep(200);
      const drip = setInterval(() => {
        for (const socket of sockets) if (socket.writable) socket.write('1');
      }, 250);
      const took: number[] = [];
      for (let i = 0; i < 40; i++) {
        const startedAt = performance.now();
        assert.equal((await fetch(`${server.url}/health`)).status, 200);
        took.push(performance.now() - startedAt);
        await sleep(50);
      }
      clearInterval(drip);
      // What they delay, they delay always; a busy machine delays some.
      const median = took.toSorted((a, b) => a - b)[took.length / 2]!;
      assert.ok(median < 1_000, `${median} ms`);
    } finally {
      for (const socket of sockets) socket.destroy();
    }
  });
});

describe('a stop', () => {
  it('comes to its end with streams and slow senders open, which it cuts within ten seconds', {
    timeout: 600_000,
  }, async () => {
    await using server = await startServer();
    const port = Number(new URL(server.url).port);
    const sockets = Array.from({ length: 50 }, () => connect(port, '127.0.0.1'));
    for (const socket of sockets) {
      socket.on('error', () => {});
      socket.write('POST /api/v1/chat HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{');
    }
    const streams = await Promise.all(
      Array.from({ length: 10 }, () =>
        fetch(`${server.url}/api/v1/chat/stream`, {
          method: 'POST',
          headers: json,
          body: '{"question":"Why?"}',
        }),
      ),
    );
    assert.ok(LIMITS.shutdownCutMs < 10_000);
    const { code } = await server.stop('SIGTERM');
    assert.equal(code, 0);
    await Promise.allSettled(streams.map((response) => response.text()));
    for (const socket of sockets) socket.destroy();
  });
});
