import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCommand, usage } from './command-line.ts';

const TARGET = { url: undefined, key: undefined, tags: [] };

for (const [line, expected] of [
  ['', { name: 'run' }],
  ['serve', { name: 'serve' }],
  ['worker', { name: 'worker' }],
  ['config', { name: 'config' }],
  ['backup /backups/monday', { name: 'backup', folder: '/backups/monday' }],
  ['--help', { name: 'help' }],
  ['help', { name: 'help' }],
  ['ingest --help', { name: 'help', about: 'ingest' }],
  ['help ingest', { name: 'help', about: 'ingest' }],
  ['-v', { name: 'version' }],
  ['ingest docs more/*.md', { name: 'ingest', paths: ['docs', 'more/*.md'], ...TARGET }],
  [
    'ingest a.md --url https://docs.example.org --key k --tag x --tag y',
    { name: 'ingest', paths: ['a.md'], url: 'https://docs.example.org', key: 'k', tags: ['x', 'y'] },
  ],
  ['watch docs', { name: 'watch', folder: 'docs', allowEmpty: false, ...TARGET }],
  ['watch docs --allow-empty', { name: 'watch', folder: 'docs', allowEmpty: true, ...TARGET }],
  ['reindex', { name: 'reindex', from: 'chunks', ...TARGET }],
  ['migrate --to shared.env', { name: 'migrate', to: 'shared.env' }],
  ['reindex --search', { name: 'reindex-search' }],
  ['reindex --from-originals', { name: 'reindex', from: 'originals', ...TARGET }],
] as const) {
  test(`docent ${line}: ${expected.name}`, () => {
    assert.deepEqual(readCommand(line.split(' ').filter(Boolean)), expected);
  });
}

for (const [line, said] of [
  ['reindex docs', /^reindex takes no paths/],
  ['reindex --tag x', /^reindex takes .* no --tag/],
  ['migrate', /^migrate takes --to/],
  ['migrate data --to shared.env', /^migrate takes --to/],
  ['ingest docs --to shared.env', /^--to belongs to migrate/],
  ['reindex --search --url http://localhost', /^--search goes by the settings/],
  ['ingest docs --search', /^--search belongs to reindex/],
  ['ingest docs --from-originals', /^--from-originals belongs to reindex/],
  ['backup', /^backup takes one folder/],
  ['backup one two', /^backup takes one folder/],
  ['backup one --url http://localhost', /^backup takes one folder/],
  ['ingest', /^ingest takes a path/],
  ['watch', /^watch takes one folder/],
  ['ingest docs --allow-empty', /^--allow-empty belongs to watch/],
  ['watch one two', /^watch takes one folder/],
  ['ingest docs --url docs.example.org', /^--url takes .*: current value is docs\.example\.org$/],
  ['ingest docs --url ftp://docs.example.org', /^--url takes /],
  ['serve --url http://localhost', /^serve takes nothing more/],
  ['serve twice', /^serve takes nothing more/],
  ['dance', /^There is no command dance\.$/],
  ['ingst docs', /^There is no command ingst\. Did you mean ingest\?$/],
  ['help ingst', /^There is no command ingst\. Did you mean ingest\?$/],
  ['ingest docs --ulr http://localhost', /^There is no option --ulr\. Did you mean --url\?$/],
  ['--loud', /^There is no option --loud\.$/],
] as const) {
  test(`docent ${line} makes no sense, and it is said why`, () => {
    const read = readCommand(line.split(' ').filter(Boolean));
    assert.match(read.name === 'misuse' ? read.why : '', said);
  });
}

test('the help of a command names its options alone', () => {
  assert.match(usage(), /docent ingest [\s\S]*docent watch [\s\S]*--url [\s\S]*--from-originals /);
  assert.match(usage('ingest'), /^Usage: docent ingest [\s\S]*--url [\s\S]*--tag /);
  assert.doesNotMatch(usage('ingest'), /docent watch|--from-originals/);
  assert.doesNotMatch(usage('backup'), / --/);
});
