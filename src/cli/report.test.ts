import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FileOutcome } from './ingest-files.ts';
import { createReport } from './report.ts';

function outcomeOf(name: string, outcome: FileOutcome['outcome'], reason = '', chunks = 0): FileOutcome {
  const file = {
    name,
    docId: `id-of-${name}`,
    bytes: 1,
    modifiedAtMs: 0,
    reason: undefined,
    open: async () => new Blob([]),
  };
  return { file, outcome, reason, chunks };
}

const OUTCOMES = [
  outcomeOf('a.md', 'done', '', 3),
  outcomeOf('b.md', 'skipped', 'unchanged', 2),
  outcomeOf('c\u001b[2J.md', 'failed', 'The file is cut off.'),
];

function reportOf(columns: number | undefined, outcomes = OUTCOMES): string {
  let written = '';
  const write = (text: string) => {
    written += text;
  };
  const report = createReport({ write, columns }, outcomes.length);
  for (const outcome of outcomes) report.add(outcome);
  report.end();
  return written;
}

test('without a terminal, each file is a line, and the summary comes last', () => {
  assert.deepEqual(reportOf(undefined).split('\n'), [
    'done     a.md: 3 passages as id-of-a.md',
    'skipped  b.md: unchanged',
    'failed   c\ufffd[2J.md: The file is cut off.',
    '1 done (3 passages), 1 skipped, 1 failed',
    '',
  ]);
});

test('on a terminal a bar fills, and the final summary lists skipped and failed files', () => {
  const written = reportOf(60);
  assert.match(written, /█{8}░{16} 1\/3 a\.md/);
  const lines = written.split('\n').map((line) => line.slice(line.lastIndexOf('\u001b[K') + 3));
  assert.deepEqual(lines.slice(-4, -1), [
    '1 done (3 passages), 1 skipped, 1 failed',
    'skipped  1 unchanged',
    'failed   c\ufffd[2J.md: The file is cut off.',
  ]);
});

test('a file name cannot turn the order of what is shown', () => {
  assert.match(reportOf(undefined, [outcomeOf('a\u202egnp.exe', 'done')]), /a\ufffdgnp\.exe/);
});

test('the bar is never wider than the screen', () => {
  const long = outcomeOf('日本語'.repeat(50), 'done');
  for (const line of reportOf(40, [long]).split(/\r|\n/)) {
    if (line.includes('█')) assert.ok([...line.replace('\u001b[K', '')].length < 40, line);
  }
});
