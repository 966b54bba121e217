import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { test } from 'node:test';
import { type Client, createClient } from '@docent-server/client';
import { createApiClient } from '../scripts/api-client.ts';
import { openServer } from './open-server.ts';
import { until } from './until.ts';

interface Expectation {
  readonly file: string;
  readonly expect: string;
  readonly must_contain: readonly { readonly text: string; readonly page?: number | null }[];
}

const DATA = new URL('../../shared/data/dev/documents/files/', import.meta.url);
const ABSENT = existsSync(DATA) ? false : `SKIPPED: the public test documents are not at ${DATA.pathname}`;
const FORMATS = /\.(pdf|docx|html|md|txt|csv)$/;
const FILES_MIN = 40;
/**
 * Files of which a phrase stands in the text and in no cited passage, and why. Held to be complete: a file of which all
 * are cited must leave this table.
 */
const IN_TEXT_ALONE: Readonly<Record<string, string>> = {
  'html/example-with-scripts.html': 'the frame of the page',
  'html/test_wikipedia.html': 'the frame of the page',
  'office/docx-shapes.docx': 'the words of a shape twice, for new and for old word processors',
  'office/text-box.docx': 'the words of a text box twice, for new and for old word processors',
  'pdf/GeoTopo-komprimiert.pdf': 'an entry of the index',
  'pdf/bug1019475_1.pdf': 'a line that only claims copyright',
  'pdf/freeculture.pdf': 'the feet of pages, and entries of the index',
  'pdf/issue12706.pdf': 'a line that only claims copyright',
  'pdf/issue13201.pdf': 'two halves of sentences, each in a passage of its own',
};
const SETTLE_TIMEOUT_MS = 600_000;
const API_KEY = 'a'.repeat(32);

test('real files go in, and every expected phrase comes back with its file and page', {
  skip: ABSENT,
}, async (t) => {
  const expectations = readFileSync(new URL('expect.jsonl', DATA), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Expectation)
    .filter(({ file, expect }) => expect === 'text' && FORMATS.test(file));
  assert.ok(expectations.length >= FILES_MIN);

  await using server = await openServer({
    // What is asked for is the text, also on a machine that is busy with other tests.
    settings: { API_KEY, PARSE_TIMEOUT_MS: '110000' },
  });
  const client = createApiClient(server.url);
  const docIds = new Map<string, string>();
  for (const { file } of expectations) {
    const { doc_id } = await client.upload(basename(file), readFileSync(new URL(file, DATA)));
    docIds.set(file, doc_id);
  }
  const documents = new Map(
    (await client.settled(SETTLE_TIMEOUT_MS)).map((document) => [document.doc_id, document]),
  );

  await indexAnew(createClient({ url: server.url, apiKey: API_KEY }));

  async function wholeText(docId: string): Promise<string> {
    let text = '';
    for (let length = 1; text.length < length; ) {
      const response = await client.call(`/api/v1/ingest/${docId}/text?from=${text.length}`);
      const part = (await response.json()) as { text: string; length: number };
      text += part.text;
      length = part.length;
    }
    return text;
  }

  const missing: string[] = [];
  const inTextAlone = new Set<string>();
  let asked = 0;
  for (const { file, must_contain } of expectations) {
    const document = documents.get(docIds.get(file)!)!;
    const docId = document.duplicate_of ?? document.doc_id;
    if (document.status !== 'done' && document.status !== 'skipped') {
      missing.push(`${file} ended ${document.status}: ${document.error?.message}`);
      continue;
    }
    const whole = normalise(await wholeText(docId));
    for (const { text: phrase, page } of must_contain) {
      // Glyph numbers, which are read as the letters that they draw.
      if (phrase.includes('\u0003')) continue;
      // Headings of Markdown are text without their marks.
      const text = phrase.replace(/^#+ /, '');
      if (!whole.includes(normalise(text))) missing.push(`${file}: "${text}" is not in the text`);
      // It stands on several pages: any of them may be cited, and one with a part of it.
      if (document.pages !== null && page == null) continue;
      asked += 1;
      const { sources, related } = await client.ask(text.slice(0, 2000), {
        filter: { doc_ids: [docId] },
        score_threshold: 0,
        top_k: 10,
        conversation_id: `phrase-${asked}`,
      });
      const holding = [];
      for (const source of [...sources, ...related]) {
        const passage = await client.call(`/api/v1/ingest/${docId}/text?chunk_id=${source.chunk_id}`);
        const { text: cited } = (await passage.json()) as { text: string };
        if (normalise(cited).includes(normalise(text))) holding.push(source);
        if (holding.length > 0 && (page == null || holding.at(-1)!.page === page)) break;
      }
      if (holding.length === 0 && file in IN_TEXT_ALONE) inTextAlone.add(file);
      else if (holding.length === 0) missing.push(`${file}: "${text}" is in no cited passage`);
      else if (page != null && !holding.some((source) => source.page === page)) {
        missing.push(
          `${file}: "${text}" is cited on page ${holding.map((source) => source.page)}, not ${page}`,
        );
      }
    }
  }
  t.diagnostic(`${expectations.length} files, ${asked} phrases asked for, ${missing.length} not found`);
  assert.deepEqual(missing, []);
  const known = Object.keys(IN_TEXT_ALONE).filter((file) => docIds.has(file));
  assert.deepEqual([...inTextAlone].sort(), known.sort());
});

/** So that passages are found by a model of all documents, however long each took to come in. */
async function indexAnew(client: Client): Promise<void> {
  const isOver = async () => !(await client.get('/api/v1/ingest/summary')).embedding.reindexing;
  // One that was begun before the last document was in would be joined.
  await until(isOver);
  await client.post('/api/v1/ingest/reindex', { body: { from: 'chunks' } });
  await until(isOver);
}

/** As the README of the documents says: NFKC, lower case, no white space, soft hyphens or zero-width characters. */
function normalise(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\u00ad\u200b-\u200d\u2060\ufeff]/gu, '');
}
