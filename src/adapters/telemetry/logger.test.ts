import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { withCorrelationId } from '../../kernel/correlation.ts';
import type { LogLevel } from '../../ports/logger.ts';
import { openLogger } from './logger.ts';

const folder = temporaryFolder();
let opened = 0;

function opens(format: 'text' | 'json', level: LogLevel = 'info') {
  const place = join(folder, String(opened++), 'logs');
  const console = new PassThrough({ encoding: 'utf8', highWaterMark: 1_000_000 });
  const logger = openLogger({
    level,
    format,
    folder: place,
    output: console,
    now: () => Date.UTC(2026, 10, 21),
  });
  return { logger, console, fromFile: () => readFileSync(join(place, 'app.log'), 'utf8') };
}

describe('the logger', () => {
  it('writes the same line to the console and to the file', () => {
    const { logger, console, fromFile } = opens('text');
    using _ = logger;
    withCorrelationId('abc', () => logger.info('ingest done', { doc_id: 'handbook', chunks: 12 }));
    assert.equal(fromFile(), '2026-11-21T00:00:00.000Z INFO  [abc] ingest done doc_id=handbook chunks=12\n');
    assert.equal(console.read(), fromFile());
  });

  it('writes JSON lines of exactly four fields', () => {
    const { logger, fromFile } = opens('json');
    using _ = logger;
    withCorrelationId('abc', () =>
      logger.warn('slow', { duration_ms: 1.5, reason: null, absent: undefined }),
    );
    logger.error('outside of a request');
    const [first, second] = fromFile()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.deepEqual(first, {
      timestamp: '2026-11-21T00:00:00.000Z',
      level: 'warn',
      correlation_id: 'abc',
      message: 'slow duration_ms=1.5 reason=null',
    });
    assert.equal(second.correlation_id, '-');
  });

  it('leaves out what is less severe than its level', () => {
    const { logger, fromFile } = opens('text', 'warn');
    using _ = logger;
    logger.debug('a');
    logger.info('b');
    logger.warn('c');
    assert.equal(logger.enabled('info'), false);
    assert.equal(logger.enabled('error'), true);
    assert.match(fromFile(), /^\S+ WARN {2}\[-\] c\n$/);
  });

  it('gives an error with its causes, and its stack only at level debug', () => {
    const error = new TypeError('outer', { cause: new Error('inner') });
    const quiet = opens('text');
    using _ = quiet.logger;
    quiet.logger.error('failed', { error });
    assert.match(quiet.fromFile(), /failed error="TypeError: outer ← Error: inner"\n$/);

    const verbose = opens('text', 'debug');
    using __ = verbose.logger;
    verbose.logger.error('failed', { error });
    assert.match(verbose.fromFile(), /logger\.test\.ts/);
  });

  for (const format of ['text', 'json'] as const) {
    it(`lets no value end a line, forge a field or carry a control character (${format})`, () => {
      const { logger, fromFile } = opens(format);
      using _ = logger;
      const anything = fc.string({ unit: 'binary', maxLength: 40 });
      const hostile = fc.constantFrom(
        'a\nb',
        'x=1 y=2',
        '\u001b[31m',
        '\u0085',
        '\u2028',
        '\u202e',
        '"',
        '\\n',
        '\u0000',
      );
      let lines = 0;
      fc.assert(
        fc.property(fc.oneof(anything, hostile), (value) => {
          logger.info('seen', { value, after: 1 });
          lines++;
        }),
        { numRuns: 300 },
      );
      const written = fromFile().split('\n');
      assert.equal(written.pop(), '');
      assert.equal(written.length, lines);
      for (const line of written) {
        assert.doesNotMatch(line, /[\p{C}\p{Zl}\p{Zp}]/u);
        const message = format === 'json' ? JSON.parse(line).message : line;
        assert.match(message, /seen value=([^\s"=]+|"([^"\\]|\\.)*") after=1$/);
      }
    });
  }

  it('cuts a message that would fill the disk', () => {
    const { logger, fromFile } = opens('text');
    using _ = logger;
    logger.info('long', { value: 'x'.repeat(1_000_000) });
    assert.ok(fromFile().length < 20_000);
  });

  it('leaves lines out on a console that is not read, and says how many', () => {
    const waiting: (() => void)[] = [];
    const shown: string[] = [];
    const console = new Writable({
      write(line, _encoding, done) {
        shown.push(String(line));
        waiting.push(done);
      },
    });
    const place = join(folder, 'slow');
    using logger = openLogger({ level: 'info', format: 'text', folder: place, output: console });
    const lines = 2_000;
    for (let line = 0; line < lines; line++) logger.info('long', { value: 'x'.repeat(2_000) });
    assert.ok(console.writableLength < 2_000_000, `${console.writableLength} bytes wait`);
    for (let done = waiting.shift(); done; done = waiting.shift()) done();
    const before = shown.length;
    logger.info('read again');
    for (let done = waiting.shift(); done; done = waiting.shift()) done();
    assert.match(shown[before]!, new RegExp(`left out .* lines=${lines - before}\n$`));
    assert.match(shown[before + 1]!, /read again\n$/);
    assert.equal(readFileSync(join(place, 'app.log'), 'utf8').split('\n').length, lines + 2);
  });

  it('goes on writing to the file when the console is gone', async () => {
    const console = new Writable({ write: (_chunk, _encoding, done) => done(new Error('EPIPE')) });
    const place = join(folder, 'gone');
    using logger = openLogger({ level: 'info', format: 'text', folder: place, output: console });
    logger.info('one');
    await new Promise((resolve) => setImmediate(resolve));
    logger.info('two');
    assert.match(readFileSync(join(place, 'app.log'), 'utf8'), /one\n.*two\n$/);
  });
});
