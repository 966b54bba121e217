import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { exchange } from '../http-exchange.ts';
import { atLength } from '../length.ts';
import { type ServerProcess, startServer } from '../server-process.ts';
import { STUB_DNS } from '../stub-dns.ts';
import { until } from '../until.ts';
import { PAYLOADS, PLACES, PLACES_SETTINGS } from './log-places.ts';
import { KINDS } from './request-kinds.ts';

/** What clients send reaches the log as text within a line, in both formats; and each request has one timing line. */

/** Ends a line, moves the cursor, turns the writing or cannot be seen. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/u;
const TEXT_LINE =
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z (?:DEBUG|INFO |WARN |ERROR) \[([!-~]{1,128})\] (\S.*)$/;

interface Line {
  readonly line: string;
  readonly correlationId: string;
  readonly message: string;
}

for (const format of atLength<('text' | 'json')[]>({ short: ['text'], full: ['text', 'json'] })) {
  describe(`a log in ${format}`, { timeout: 600_000 }, () => {
    let server: ServerProcess;
    let port: number;
    let sent = 0;
    before(async () => {
      server = await startServer({
        settings: {
          ...PLACES_SETTINGS,
          RATE_LIMIT_PER_MINUTE: '60',
          LOG_FORMAT: format,
          NODE_OPTIONS: STUB_DNS,
        },
      });
      port = Number(new URL(server.url).port);
    });
    after(() => server[Symbol.asyncDispose]());

    const all: Line[] = [];
    let read = 0;
    /** All lines so far, each judged once. */
    const lines = () => {
      const bytes = readFileSync(join(server.folder, 'logs', 'app.log'));
      const end = bytes.lastIndexOf('\n') + 1;
      const added = bytes.subarray(read, end).toString().split('\n').slice(0, -1);
      read = end;
      all.push(...added.map((line) => (format === 'json' ? fromJson(line) : fromText(line))));
      return all;
    };
    const timingsOf = (id: string) =>
      lines().filter(({ correlationId, message }) => correlationId === id && message.startsWith('request '));

    for (const { name, request } of PLACES) {
      it(`has no line that ${name} forged, whatever of ${Object.keys(PAYLOADS).length} payloads it was`, async () => {
        const ids: string[] = [];
        for (const [payload, text] of Object.entries(PAYLOADS)) {
          const bytes = request(text, `place-${format}-${++sent}`);
          const response = await exchange(port, bytes, { isWhole: true, isHead: false });
          assert.ok(response, `no answer to ${payload}`);
          assert.notEqual(response.status, 500, payload);
          assert.equal(response.headers.get('x-injected'), undefined);
          ids.push(response.headers.get('x-correlation-id')!);
        }
        await until(() => ids.every((id) => timingsOf(id).length > 0));
        for (const id of ids) assert.equal(timingsOf(id).length, 1, id);
        for (const line of lines()) assert.notEqual(line.correlationId, 'forged-id');
      });
    }

    for (const [kind, send] of Object.entries(KINDS)) {
      it(`has exactly one timing line of a request that is ${kind}`, async () => {
        const id = `kind-${format}-${++sent}`;
        const seen = lines().length;
        await send(port, id);
        const timings = () =>
          lines()
            .slice(seen)
            .filter(({ message }) => message.startsWith('request '));
        await until(() => timings().length > 0);
        // A second one would come right behind the first.
        await sleep(30);
        assert.equal(timings().length, 1, JSON.stringify(timings()));
        assert.match(
          timings()[0]!.message,
          /^request method=\S+ path=\S+ status=\d{3} duration_ms=\d+(\.\d+)?( aborted=true)?$/,
        );
      });
    }

    it('has exactly one timing line of each request, also of those that are too many (429)', async () => {
      const headers = { 'x-forwarded-for': '192.0.2.1' };
      const responses = await Promise.all(
        Array.from({ length: 70 }, () => fetch(`${server.url}/health`, { headers })),
      );
      assert.equal(responses.filter(({ status }) => status === 429).length, 10);
      const ids = responses.map((response) => response.headers.get('x-correlation-id')!);
      await until(() => ids.every((id) => timingsOf(id).length > 0));
      for (const id of ids) assert.equal(timingsOf(id).length, 1);
    });

    it('has what clients sent, so that the lines before this one have shown something', () => {
      const showing = lines().filter(({ line }) => line.includes('FORGED'));
      assert.ok(showing.length > 20, String(showing.length));
    });

    it('is the same on the console, line by line', async () => {
      const written = new Set(lines().map(({ line }) => line));
      // The first of what is kept of the output may be half a line.
      const shown = server.output().trimEnd().split('\n').slice(1);
      assert.ok(shown.length > 100);
      assert.deepEqual(
        shown.filter((line) => !written.has(line)),
        [],
      );
    });
  });
}

/** Fails unless it is an object of exactly the four fields. */
function fromJson(line: string): Line {
  assert.doesNotMatch(line, UNPRINTABLE);
  const entry = JSON.parse(line) as { correlation_id: string; level: string; message: string };
  assert.deepEqual(Object.keys(entry), ['timestamp', 'level', 'correlation_id', 'message']);
  assert.match(entry.level, /^(debug|info|warn|error)$/);
  assert.match(entry.correlation_id, /^[!-~]{1,128}$/);
  return { line, correlationId: entry.correlation_id, message: entry.message };
}

function fromText(line: string): Line {
  assert.doesNotMatch(line, UNPRINTABLE);
  const [, correlationId, message] = TEXT_LINE.exec(line) ?? assert.fail(`no line of a log: ${line}`);
  return { line, correlationId: correlationId!, message: message! };
}
