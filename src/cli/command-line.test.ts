import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCommand } from './command-line.ts';

const TARGET = { url: 'http://127.0.0.1:8000', key: undefined, tags: [] };

for (const [line, expected] of [
  ['', { name: 'serve' }],
  ['serve', { name: 'serve' }],
  ['config', { name: 'config' }],
  ['ingest --help', { name: 'help' }],
  ['-v', { name: 'version' }],
  ['ingest docs more/*.md', { name: 'ingest', paths: ['docs', 'more/*.md'], ...TARGET }],
  [
    'ingest a.md --url https://docs.example.org --key k --tag x --tag y',
    { name: 'ingest', paths: ['a.md'], url: 'https://docs.example.org', key: 'k', tags: ['x', 'y'] },
  ],
  ['watch docs', { name: 'watch', folder: 'docs', ...TARGET }],
  ['reindex', { name: 'reindex', from: 'chunks', ...TARGET }],
  ['reindex --from-originals', { name: 'reindex', from: 'originals', ...TARGET }],
  ['reindex docs', undefined],
  ['reindex --tag x', undefined],
  ['ingest docs --from-originals', undefined],
  ['ingest', undefined],
  ['watch', undefined],
  ['watch one two', undefined],
  ['ingest docs --url docs.example.org', undefined],
  ['ingest docs --url ftp://docs.example.org', undefined],
  ['serve --url http://localhost', undefined],
  ['serve twice', undefined],
  ['dance', undefined],
  ['--loud', undefined],
] as const) {
  test(`docent ${line}: ${expected?.name ?? 'not known'}`, () => {
    assert.deepEqual(readCommand(line.split(' ').filter(Boolean)), expected);
  });
}
