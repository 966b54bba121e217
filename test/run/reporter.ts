import { relative } from 'node:path';
import type { TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';
import { processorSeconds } from '../processor-time.ts';

/** What a process of tests tells the runner, a line of JSON each. */
export type Report =
  | { readonly kind: 'failed'; readonly at: string; readonly name: string; readonly error: string }
  | { readonly kind: 'skipped'; readonly file: string; readonly reason: string }
  /** Lines of a source file that can be executed, and those of them that were. */
  | { readonly kind: 'covered'; readonly file: string; readonly lines: number[]; readonly executed: number[] }
  /** The last: without it the process did not come to its end. */
  | { readonly kind: 'ended'; readonly passed: number; readonly processorS: number };

const ERROR_LINES_MAX = 40;

// biome-ignore lint/style/noDefaultExport: node --test-reporter takes the default export
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of events)
    for (const report of reportsOf(event)) yield `${JSON.stringify(report)}\n`;
}

/** Names of the suites and tests that the next event is within, outermost first. */
const within: string[] = [];

function* reportsOf({ type, data }: TestEvent): Generator<Report> {
  if (type === 'test:start') within.splice(data.nesting, Number.POSITIVE_INFINITY, data.name);
  if (type === 'test:fail' && !isAbove(data.details.error)) {
    const at = `${fileOf(data.file)}:${data.line ?? 1}`;
    yield { kind: 'failed', at, name: within.join(' › '), error: textOf(data.details.error) };
  }
  if (type === 'test:pass' && (data.skip || data.todo)) {
    const reason = [data.skip, data.todo].find((why) => typeof why === 'string') ?? data.name;
    yield { kind: 'skipped', file: fileOf(data.file), reason };
  }
  if (type === 'test:coverage')
    for (const { path, lines } of data.summary.files) {
      const executed = lines.filter(({ count }) => count > 0);
      yield {
        kind: 'covered',
        file: fileOf(path),
        lines: lines.map(({ line }) => line),
        executed: executed.map(({ line }) => line),
      };
    }
  if (type === 'test:summary' && data.file === undefined)
    yield { kind: 'ended', passed: data.counts.passed, processorS: processorSeconds() };
}

/** Whether a test failed only because tests within it did, which are reported themselves. */
function isAbove(error: object): boolean {
  return 'failureType' in error && error.failureType === 'subtestsFailed';
}

function textOf(error: Error): string {
  const { cause = error } = error;
  const text = cause instanceof Error ? (cause.stack ?? cause.message) : inspect(cause);
  return text.split('\n').slice(0, ERROR_LINES_MAX).join('\n');
}

function fileOf(path: string | undefined): string {
  return path === undefined ? 'unknown' : relative(process.cwd(), path);
}
