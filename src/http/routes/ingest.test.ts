import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { openHttpStand } from '../../../test/http-stand.ts';
import { openIngestingServer } from '../../../test/ingesting-server.ts';
import { until } from '../../../test/until.ts';
import type { Upload } from '../../ingestion/catalog.ts';
import { Accepted, Batch } from '../schemas/ingest.ts';
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

  for (const path of ['upload', 'batch'])
    it(`rejects a form with a part that has no name: ${path}`, async () => {
      const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
      const nameless = formOf([file, { name: 'x', text: 'no name' }]).replace('; name="x"', '');
      const response = await stand.get(`/api/v1/ingest/${path}`, { method: 'POST', headers, body: nameless });
      const reply = (await response.json()) as { problem?: unknown };
      const { code, detail } = Problem.parse(path === 'batch' ? reply.problem : reply);
      assert.equal(code, 'invalid_request');
      assert.equal(detail, 'The form cannot be read: a part has no name.');
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

describe('POST /api/v1/ingest/batch', () => {
  const named = (filename: string, text = `Text of ${filename}.`): Part => ({ ...file, filename, text });
  const documents = (value: unknown): Part => ({ name: 'documents', text: JSON.stringify(value) });

  function send(stand: Stand, body: RequestInit['body'], init: RequestInit = {}): Promise<Response> {
    const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, ...init.headers };
    return stand.get('/api/v1/ingest/batch', { method: 'POST', ...init, headers, body: body! });
  }

  /** What became of the files of a form: ids, or codes of problems; and the code of what ended it. */
  async function outcomes(stand: Stand, body: string, headers: Record<string, string> = {}) {
    const response = await send(stand, body, { headers });
    assert.equal(response.status, 200);
    const { files, problem } = Batch.parse(await response.json());
    return [
      ...files.map(({ accepted, problem: refused }) => accepted?.doc_id ?? refused!.code),
      ...(problem ? [`ended: ${problem.code}`] : []),
    ];
  }

  it('accepts each file under its own id, title and tags, or those for all', async () => {
    await using stand = await openHttpStand();
    const form = formOf([
      documents([{ doc_id: 'first' }, {}, { doc_id: 'third', title: 'Third', tags: ['own'] }]),
      { name: 'tags', text: 'for, all' },
      ...['a.txt', 'b.txt', 'c.txt', 'd.txt'].map((filename) => named(filename)),
    ]);
    const response = await send(stand, form);
    assert.equal(response.headers.get('idempotent-replayed'), null);
    const { files, problem } = Batch.parse(await response.json());
    assert.equal(problem, null);
    assert.deepEqual(
      files.map(({ filename, accepted }) => [filename, accepted?.doc_id]),
      [
        ['a.txt', 'first'],
        ['b.txt', 'b-txt'],
        ['c.txt', 'third'],
        ['d.txt', 'd-txt'],
      ],
    );
    const all = ['for', 'all'];
    assert.deepEqual(
      stand.accepted.map(({ title, tags }) => [title, tags]),
      [
        [undefined, all],
        [undefined, all],
        ['Third', ['own']],
        [undefined, all],
      ],
    );
  });

  it('refuses a file without stopping the others, and stores nothing of it', async () => {
    await using server = await openIngestingServer({ settings: { apiKey: 'secret' } });
    const { stand } = server;
    assert.deepEqual(await outcomes(stand, formOf([documents([{ doc_id: 'there' }]), named('there.txt')])), [
      'there',
    ]);
    const form = formOf([
      documents([{}, {}, { doc_id: 'there' }, { doc_id: 'new' }]),
      named('empty.txt', ''),
      named('tool.exe', 'MZ'),
      named('there.txt', 'Another text.'),
      named('new.txt'),
      named('large.txt', 'x'.repeat(1_048_577)),
      named(''),
      { ...named('other.txt'), name: 'document' },
      named('last.txt'),
    ]);
    const refused = ['empty_file', 'unsupported_file_type', 'invalid_api_key'];
    const later = ['file_too_large', 'validation_failed', 'validation_failed', 'last'];
    assert.deepEqual(await outcomes(stand, form), [...refused, 'new', ...later]);
    const again = await outcomes(stand, form, { 'x-api-key': 'secret' });
    assert.deepEqual(again.slice(2, 4), ['there', 'new'], 'who has the key may replace them');
    assert.deepEqual(stand.errors(), []);
  });

  for (const [what, parts, field] of [
    ['without a file', [documents([])], 'file'],
    ['whose documents are no JSON', [{ name: 'documents', text: '[{' }, file], 'documents'],
    [
      'whose documents have a bad id',
      [documents([{}, { doc_id: '../x' }]), file, file],
      'documents.1.doc_id',
    ],
    ['with an unknown field', [{ name: 'titel', text: 'x' }, file], 'titel'],
    ['with a field too long', [{ name: 'tags', text: 'x'.repeat(20_000) }, file], 'tags'],
  ] as const) {
    it(`rejects a form ${what} before it reads a file`, async () => {
      await using stand = await openHttpStand();
      const response = await send(stand, formOf(parts));
      assert.equal(response.status, 422);
      assert.deepEqual(
        Problem.parse(await response.json()).errors?.map((error) => error.field),
        [field],
      );
      assert.deepEqual(stand.accepted, []);
    });
  }

  const many = Array.from({ length: 101 }, (_, i) => `d${i}`);
  for (const [what, body, expected] of [
    ['ends in the middle', formOf([named('a.txt'), named('b.txt')], ''), ['a-txt', 'invalid_request']],
    ['has a field after a file', formOf([named('a.txt'), documents([])]), ['a-txt', 'validation_failed']],
    [
      'names more documents than it has files',
      formOf([documents([{}, {}]), named('a.txt')]),
      ['a-txt', 'validation_failed'],
    ],
    [
      'has more than 100 files',
      formOf(many.map((name) => named(name))),
      [...many.slice(0, 100), 'validation_failed'],
    ],
    [
      'has more bytes than two of the largest files',
      formOf(['a', 'b', 'c'].map((name, i) => named(name, 'x'.repeat(i === 2 ? 400_000 : 1_048_576)))),
      ['a', 'b', 'body_too_large', 'body_too_large'],
    ],
  ] as const) {
    it(`keeps what it accepted of a form that ${what}, and says why it stopped`, async () => {
      await using stand = await openHttpStand();
      const told = await outcomes(stand, body);
      assert.ok(stand.accepted.length > 0);
      const withoutCut = what === 'ends in the middle' ? told.filter((_, i) => i !== 1) : told;
      assert.deepEqual(withoutCut, [...expected.slice(0, -1), `ended: ${expected.at(-1)}`]);
    });
  }

  it('rejects a form at once that says it is too large', async () => {
    await using stand = await openHttpStand();
    const response = await send(stand, formOf([named('a.txt', 'x'.repeat(3_500_000))]));
    assert.equal(response.status, 413);
    assert.equal(Problem.parse(await response.json()).code, 'body_too_large');
  });

  it('ingests nothing twice under an idempotency key, and goes on where it was cut off', async () => {
    await using stand = await openHttpStand();
    const headers = { 'idempotency-key': 'k-1' };
    const names = ['a.txt', 'b.txt', 'c.txt'];
    const whole = formOf(names.map((name) => named(name)));
    const half = formOf(
      names.slice(0, 2).map((name) => named(name)),
      '',
    );
    assert.deepEqual((await outcomes(stand, half, headers)).slice(-1), ['ended: invalid_request']);
    assert.equal(stand.accepted.length, 1);
    const first = await send(stand, whole, { headers });
    assert.equal(first.headers.get('idempotent-replayed'), null);
    const again = await send(stand, whole, { headers });
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    assert.deepEqual(await again.json(), await first.json());
    assert.equal(stand.accepted.length, 3);
    const other = formOf([named('a.txt', 'Another text.'), named('b.txt')]);
    assert.deepEqual(await outcomes(stand, other, headers), ['idempotency_key_reused', 'b-txt']);
    assert.equal(stand.accepted.length, 3);
  });

  it('keeps what it accepted when the client leaves', async () => {
    await using stand = await openHttpStand();
    const controller = new AbortController();
    const begun = new ReadableStream({
      start(stream) {
        stream.enqueue(Buffer.from(formOf([named('a.txt'), named('b.txt', 'x'.repeat(300_000))], '')));
      },
    });
    const init = { signal: controller.signal, duplex: 'half' } as RequestInit;
    const sending = assert.rejects(send(stand, begun, init));
    await until(() => stand.accepted.length === 1);
    controller.abort();
    await sending;
    await stand.timings(1);
    const files = async () => (await leftovers(stand)).filter((name) => /^[0-9a-f-]{36,}$/.test(name));
    await until(async () => (await files()).length === 1);
    assert.match((await files())[0]!, /^[0-9a-f]{64}$/, 'what is staged has no hash yet');
    assert.deepEqual(stand.errors(), []);
  });
});
