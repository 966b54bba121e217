import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { test } from 'node:test';
import { createApiClient } from '../scripts/api-client.ts';
import { startServer } from './server-process.ts';

interface Expectation {
  readonly file: string;
  readonly expect: string;
  readonly must_contain: readonly { readonly text: string; readonly page?: number | null }[];
}

const DATA = new URL('../../shared/data/dev/documents/files/', import.meta.url);
const ABSENT = existsSync(DATA) ? false : `SKIPPED: the public test documents are not at ${DATA.pathname}`;
const FORMATS = /\.(pdf|docx|html|md|txt|csv)$/;
const FILES_MIN = 40;
const SETTLE_TIMEOUT_MS = 120_000;

test('real files go in, and every expected phrase comes back with its file and page', {
  skip: ABSENT,
}, async (t) => {
  const expectations = readFileSync(new URL('expect.jsonl', DATA), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Expectation)
    .filter(({ file, expect }) => expect === 'text' && FORMATS.test(file));
  assert.ok(expectations.length >= FILES_MIN);

  await using server = await startServer();
  const client = createApiClient(server.url);
  const docIds = new Map<string, string>();
  for (const { file } of expectations) {
    const { doc_id } = await client.upload(basename(file), readFileSync(new URL(file, DATA)));
    docIds.set(file, doc_id);
  }
  const documents = new Map(
    (await client.settled(SETTLE_TIMEOUT_MS)).map((document) => [document.doc_id, document]),
  );

  const missing: string[] = [];
  let asked = 0;
  for (const { file, must_contain } of expectations) {
    const document = documents.get(docIds.get(file)!)!;
    const docId = document.duplicate_of ?? document.doc_id;
    if (document.status !== 'done' && document.status !== 'skipped') {
      missing.push(`${file} ended ${document.status}: ${document.error?.message}`);
      continue;
    }
    for (const { text, page } of must_contain) {
      asked += 1;
      const question = text.slice(0, 2000);
      const { sources } = await client.ask(question, {
        filter: { doc_ids: [docId] },
        score_threshold: 0,
        top_k: 10,
      });
      const holding = sources.filter(({ snippet }) => normalise(snippet).includes(normalise(text)));
      if (holding.length === 0) missing.push(`${file}: "${text}" is in no snippet`);
      else if (page != null && !holding.some((source) => source.page === page)) {
        missing.push(
          `${file}: "${text}" is cited on page ${holding.map((source) => source.page)}, not ${page}`,
        );
      }
    }
  }
  t.diagnostic(`${expectations.length} files, ${asked} phrases asked for, ${missing.length} not found`);
  assert.deepEqual(missing, []);
});

/** As the README of the documents says: NFKC, lower case, no white space, soft hyphens or zero-width characters. */
function normalise(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\u00ad\u200b-\u200d\u2060\ufeff]/gu, '');
}
