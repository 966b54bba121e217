import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { openHttpStand } from '../../../test/http-stand.ts';
import { until } from '../../../test/until.ts';
import type { Upload } from '../../ingestion/catalog.ts';
import { Accepted } from '../schemas/ingest.ts';
import { Problem } from '../schemas/problem.ts';

type Stand = Awaited<ReturnType<typeof openHttpStand>>;

type Part = { name: string; text: string; filename?: string | null; type?: string };

const BOUNDARY = 'form-boundary';

/** A form as it goes over the wire, parts in this order; a file part has a filename. */
function formOf(parts: readonly Part[], end = `--${BOUNDARY}--\r\n`): string {
  const texts = parts.map(({ name, text, filename, type }) => {
    const file = filename === undefined || filename === null ? '' : `; filename="${filename}"`;
    return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n${type ? `Content-Type: ${type}\r\n` : ''}\r\n${text}\r\n`;
  });
  return texts.join('') + end;
}

const file: Part = {
  name: 'file',
  filename: 'handbook.txt',
  text: 'A family ticket costs 24 euros.',
  type: 'text/plain',
};

function upload(stand: Stand, body: string | Uint8Array<ArrayBuffer>): Promise<Response> {
  const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
  return stand.get('/api/v1/ingest/upload', { method: 'POST', headers, body });
}

/** Every file below the folder of the originals. */
async function leftovers(stand: Stand): Promise<string[]> {
  const entries = await readdir(stand.folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

describe('POST /api/v1/ingest/upload', () => {
  let stand: Stand;
  before(async () => {
    stand = await openHttpStand();
  });
  after(() => stand[Symbol.asyncDispose]());

  const fields: Part[] = [
    { name: 'doc_id', text: 'handbook' },
    { name: 'title', text: ' Visitor handbook ' },
    { name: 'tags', text: 'public' },
    { name: 'tags', text: 'prices' },
  ];
  for (const [what, parts] of [
    ['before', [...fields, file]],
    ['after', [file, ...fields]],
  ] as const) {
    it(`takes fields ${what} the file`, async () => {
      const response = await upload(stand, formOf(parts));
      assert.equal(response.status, 202);
      assert.deepEqual(Accepted.parse(await response.json()), {
        doc_id: 'handbook',
        status: 'queued',
        version: 1,
      });
      assert.equal(response.headers.get('location'), '/api/v1/ingest/status/handbook');
      const accepted = stand.accepted.at(-1) as Upload;
      assert.equal(accepted.filename, 'handbook.txt');
      assert.equal(accepted.mediaType, 'text/plain');
      assert.equal(accepted.title, 'Visitor handbook');
      assert.deepEqual(accepted.tags, ['public', 'prices']);
      assert.equal(accepted.staged.bytes, file.text.length);
      assert.equal(accepted.correlationId, response.headers.get('x-correlation-id'));
    });
  }

  for (const [text, tags] of [
    ['["a, b", "c"]', ['a, b', 'c']],
    ['a, b ,c', ['a', 'b', 'c']],
    ['[draft] a,b', ['[draft] a', 'b']],
  ] as const) {
    it(`reads the tags ${text}`, async () => {
      await upload(stand, formOf([file, { name: 'tags', text }]));
      assert.deepEqual((stand.accepted.at(-1) as Upload).tags, tags);
    });
  }

  it('takes file_name for doc_id, and a blank field for none', async () => {
    await upload(stand, formOf([file, { name: 'file_name', text: 'older' }, { name: 'title', text: '' }]));
    assert.equal((stand.accepted.at(-1) as Upload).docId, 'older');
    assert.equal((stand.accepted.at(-1) as Upload).title, undefined);
  });

  for (const [given, kept] of [
    ['../../etc/passwd.txt', 'passwd.txt'],
    ['C:\\temp\\notes.txt', 'notes.txt'],
    ['Übersicht 日本語.txt', 'Übersicht 日本語.txt'],
    ['a\u0001b\u202e.txt', 'ab.txt'],
  ] as const) {
    it(`knows the file ${JSON.stringify(given)} as ${kept}`, async () => {
      assert.equal((await upload(stand, formOf([{ ...file, filename: given }]))).status, 202);
      assert.equal((stand.accepted.at(-1) as Upload).filename, kept);
    });
  }

  for (const [what, parts, field] of [
    ['no file', [{ name: 'title', text: 'x' }], 'file'],
    ['two files', [file, file], 'file'],
    ['a file under another name', [{ ...file, name: 'document' }], 'document'],
    ['a file without a name', [{ ...file, filename: '' }], 'file'],
    ['text where the file belongs', [{ ...file, filename: null, type: '' }], 'file'],
    ['an unknown field', [file, { name: 'titel', text: 'x' }], 'titel'],
    ['a bad doc_id', [{ name: 'doc_id', text: '../x' }, file], 'doc_id'],
    ['a title given twice', [file, { name: 'title', text: 'x' }, { name: 'title', text: 'y' }], 'title'],
    ['a field that is too long', [file, { name: 'title', text: 'x'.repeat(20_000) }], 'title'],
    [
      'both names of the id',
      [file, { name: 'doc_id', text: 'a' }, { name: 'file_name', text: 'b' }],
      'file_name',
    ],
  ] as const) {
    it(`rejects ${what}, naming the field, and stores nothing`, async () => {
      const before = await leftovers(stand);
      const response = await upload(stand, formOf(parts));
      assert.equal(response.status, 422);
      const problem = Problem.parse(await response.json());
      assert.deepEqual(
        problem.errors?.map((error) => error.field),
        [field],
      );
      assert.deepEqual(await leftovers(stand), before);
    });
  }

  for (const [what, body] of [
    ['ends in the middle', formOf([file], '')],
    ['has no part', 'garbage'],
    ['has a field of the prototype', formOf([{ name: '__proto__', text: 'x' }, file])],
    [
      'has too many fields',
      formOf([...Array.from({ length: 150 }, () => ({ name: 'tags', text: 'x' })), file]),
    ],
  ] as const) {
    it(`rejects a form that ${what}, and stores nothing`, async () => {
      const before = await leftovers(stand);
      const response = await upload(stand, body);
      assert.ok([400, 422].includes(response.status), String(response.status));
      Problem.parse(await response.json());
      assert.deepEqual(await leftovers(stand), before);
    });
  }

  it('rejects a form without a boundary', async () => {
    const headers = { 'content-type': 'multipart/form-data' };
    const response = await stand.get('/api/v1/ingest/upload', {
      method: 'POST',
      headers,
      body: formOf([file]),
    });
    assert.equal(response.status, 400);
    assert.equal(Problem.parse(await response.json()).code, 'invalid_request');
  });

  it('takes a file of exactly the limit', async () => {
    assert.equal((await upload(stand, formOf([{ ...file, text: 'x'.repeat(1_048_576) }]))).status, 202);
  });

  it('rejects a file of one byte more, and stores nothing', async () => {
    const before = await leftovers(stand);
    const response = await upload(stand, formOf([{ ...file, text: 'x'.repeat(1_048_577) }]));
    assert.equal(response.status, 413);
    const problem = Problem.parse(await response.json());
    assert.equal(problem.code, 'file_too_large');
    assert.match(problem.detail, /1 MB/);
    assert.deepEqual(await leftovers(stand), before);
  });

  it('shows curl why, whether it sends the size first or not', async () => {
    const path = join(stand.folder, 'large.bin');
    await writeFile(path, Buffer.alloc(30_000_000, 'x'));
    const address = `${stand.url}/api/v1/ingest/upload`;
    for (const options of [[], ['-H', 'Transfer-Encoding: chunked'], ['-H', 'Expect:']]) {
      const args = [
        '-sS',
        '-w',
        '\n%{http_code}',
        ...options,
        '-F',
        `file=@${path};filename=large.txt`,
        address,
      ];
      const { stdout } = await promisify(execFile)('curl', args);
      assert.match(stdout, /"code":"file_too_large"[\s\S]*\n413$/, options.join(' '));
    }
  });

  it('stores nothing when the client leaves in the middle', async () => {
    const before = await leftovers(stand);
    stand.log.length = 0;
    const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
    const controller = new AbortController();
    const begun = new ReadableStream({
      start(stream) {
        stream.enqueue(Buffer.from(formOf([{ ...file, text: 'x'.repeat(300_000) }], '')));
      },
    });
    const init = {
      method: 'POST',
      headers,
      body: begun,
      signal: controller.signal,
      duplex: 'half',
    } as RequestInit;
    const uploading = assert.rejects(stand.get('/api/v1/ingest/upload', init));
    while ((await leftovers(stand)).length === before.length) await sleep(5);
    controller.abort();
    await uploading;
    const timings = await stand.timings(1);
    assert.equal(timings[0]!.fields.aborted, true);
    // The staged bytes go once their writing has stopped, a moment after the connection.
    await until(async () => (await leftovers(stand)).length <= before.length);
    assert.deepEqual(await leftovers(stand), before);
    assert.deepEqual(stand.errors(), []);
  });
});
