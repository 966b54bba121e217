import fc from 'fast-check';
import { BOUNDARY, fieldPart, filePart, formOf } from './form-parts.ts';
import { broken, hostileText, type JsonSchema } from './json-schema.ts';
import type { BodyOf, Draft, Operation } from './request-draft.ts';

const FAULTS_MAX = 3;
const NAME_MAX = 40;

export interface Fault {
  readonly name: string;
  /** Bodies are made before they are damaged, and announced at last. */
  readonly stage: 1 | 2 | 3;
  readonly change: (draft: Draft) => void;
}

/** One to three faults; most often only of what the operation itself takes, as what breaks HTTP hides the others. */
export function faultsOf({ parameters = [] }: Operation, body: BodyOf): fc.Arbitrary<Fault[]> {
  const queries = parameters.filter((parameter) => parameter.in === 'query');
  const own: fc.Arbitrary<Fault>[] = [wrongHeader, strangeQuery];
  if (queries.length > 0) own.push(wrongQuery(queries), wrongQuery(queries));
  if (body?.type === 'application/json')
    own.push(...repeated(wrongField(body.schema), 4), strangeJson, damagedBody);
  else if (body) own.push(...repeated(wrongForm(body.schema), 6), damagedBody);
  const any = [...own, wrongType, wrongMethod, wrongPath, wrongFraming, wrongStart];
  const several = (faults: fc.Arbitrary<Fault>[]) =>
    fc.array(fc.oneof(...faults), { minLength: 1, maxLength: FAULTS_MAX });
  return fc.oneof({ arbitrary: several(own), weight: 2 }, { arbitrary: several(any), weight: 1 });
}

function repeated<T>(item: T, times: number): T[] {
  return Array.from({ length: times }, () => item);
}

const wrongMethod: fc.Arbitrary<Fault> = fc
  .constantFrom(
    'GET',
    'HEAD',
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
    'OPTIONS',
    'TRACE',
    'PROPFIND',
    'get',
    'FOO',
    'CONNECT',
  )
  .map((method) => setting('method', method));

const wrongPath: fc.Arbitrary<Fault> = fc
  .oneof(
    fc.constantFrom<(path: string) => string>(
      (path) => `${path}/`,
      (path) => `/${path}`,
      (path) => path.replace('/api/v1', '/api/v2'),
      (path) => path.toUpperCase(),
      (path) => path.replace(/\/[^/]+$/, ''),
      (path) => `${path}/..%2f..%2fetc%2fpasswd`,
      (path) => path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
      (path) => `${path}%`,
      (path) => `${path}%zz`,
      (path) => `${path}%00`,
      (path) => `${path}%ff%fe`,
      (path) => `${path}\u00e9`,
      (path) => `${path} x`,
      (path) => `http://elsewhere.example.org${path}`,
      (path) => path.slice(1),
      (path) => `${path}/${'a/'.repeat(2_000)}`,
      (path) => `${path}${'a'.repeat(20_000)}`,
      () => '*',
      () => '',
    ),
    hostileText.map(
      (text) => (path: string) => path.replace(/[^/]+$/, encodeURIComponent(text.toWellFormed())),
    ),
  )
  .map((change) =>
    fault(`path ${change.toString().slice(0, 40)}`, 1, (draft) => {
      draft.path = change(draft.path);
    }),
  );

const wrongHeader: fc.Arbitrary<Fault> = fc
  .oneof(
    fc.tuple(
      fc.constantFrom(
        'X-User-Id',
        'X-Correlation-Id',
        'Idempotency-Key',
        'X-API-Key',
        'Accept',
        'Range',
        'If-Range',
        'Origin',
        'X-Forwarded-For',
        'X-Real-IP',
        'Cookie',
        'Content-Encoding',
        'User-Agent',
      ),
      fc.oneof(
        fc.string({ unit: 'binary-ascii', maxLength: 200 }),
        hostileText,
        fc.constantFrom(
          '',
          ' ',
          'gzip',
          'bytes=0-',
          'bytes=9-1',
          'bytes=-1,0-',
          'text/event-stream',
          '\u00e9',
          'x'.repeat(9_000),
        ),
      ),
    ),
    fc.constantFrom<[string, string]>(
      ['Expect', '100-continue'],
      ['Expect', 'wonders'],
      ['Connection', 'upgrade'],
      ['Upgrade', 'websocket'],
      ['Upgrade', 'h2c'],
      ['X Y', 'a'],
      ['', 'a'],
      ['X-Long', 'x'.repeat(17_000)],
      ['Host', 'b'],
      ['Cookie', 'a\u0001b'],
      ['Accept-Encoding', 'gzip;q=nonsense'],
    ),
  )
  .map(([name, value]) =>
    fault(`header ${name}`, 1, (draft) => {
      draft.headers = draft.headers.filter(([other]) => other.toLowerCase() !== name.toLowerCase());
      // The line ends are for requests that are put together wrongly, not for two of them in one.
      draft.headers.push([name, Buffer.from(value.replace(/[\r\n]/g, '')).toString('latin1')]);
    }),
  );

const strangeQuery: fc.Arbitrary<Fault> = fc
  .oneof(
    fc.constantFrom(
      '?',
      '?=',
      '?&&&',
      '?a',
      '?limit',
      '?limit=1&limit=2',
      '?limit[]=1',
      '?__proto__=1',
      '?%zz=1',
      '?a=%',
      '?a=%ff',
      '??',
      '?a#b',
      `?${'a=1&'.repeat(1_500)}`,
    ),
    hostileText.map((text) => `?q=${encodeURIComponent(text.toWellFormed())}`),
  )
  .map((query) => setting('query', query));

function wrongQuery(parameters: NonNullable<Operation['parameters']>): fc.Arbitrary<Fault> {
  return fc.constantFrom(...parameters).chain(({ name, schema }) =>
    broken(schema).map((value) => {
      const text = typeof value === 'string' ? value : String(JSON.stringify(value));
      return setting('query', `?${name}=${encodeURIComponent(text.toWellFormed())}`);
    }),
  );
}

const wrongType: fc.Arbitrary<Fault> = fc
  .constantFrom(
    'text/plain',
    '',
    ';',
    'application/json; charset=utf-16',
    'application/x-www-form-urlencoded',
    'application/xml',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary=other',
    `multipart/form-data; boundary="${'b'.repeat(300)}"`,
    'multipart/mixed; boundary=a',
    'application/json\u0001',
    'application',
    'x'.repeat(5_000),
  )
  .map((type) =>
    fault(`type ${type.slice(0, 40)}`, 1, (draft) => {
      draft.headers = draft.headers.map(([name, value]) => [name, name === 'Content-Type' ? type : value]);
    }),
  );

function wrongField(schema: JsonSchema): fc.Arbitrary<Fault> {
  const fields = Object.entries(schema.properties ?? {});
  const known = fc
    .constantFrom(...fields)
    .chain(([name, field]) => broken(field).map((value) => [name, value] as const));
  const unknown = fc.tuple(
    fc.constantFrom('extra', '', '__proto__', 'constructor', 'Question', 'toString', '\u0000'),
    fc.jsonValue({ maxDepth: 2 }),
  );
  return fc.oneof({ arbitrary: known, weight: 4 }, { arbitrary: unknown, weight: 1 }).map(([name, value]) =>
    fault(`field ${name}`, 1, (draft) => {
      const before = draft.body?.toString() ?? '{}';
      const rest = before.startsWith('{') && before.length > 2 ? `,${before.slice(1)}` : '}';
      // In front, so that a name that is there already comes twice.
      draft.body = Buffer.from(`{${JSON.stringify(name)}:${JSON.stringify(value) ?? 'null'}${rest}`);
    }),
  );
}

const strangeJson: fc.Arbitrary<Fault> = fc
  .constantFrom(
    '',
    ' ',
    'null',
    '[]',
    '[{}]',
    '7',
    '"text"',
    'true',
    '{',
    '{}{}',
    '{"question":}',
    "{'question':'a'}",
    '{"question":"a",}',
    '{"question":NaN}',
    '{"top_k":1e999}',
    '{"question":"\\ud800"}',
    '{"question":"\\u0000"}',
    '\ufeff{"question":"a"}',
    '{"question":"a"}\u0000',
    `${'{"a":'.repeat(70)}1${'}'.repeat(70)}`,
    '['.repeat(60_000),
    `{"question":"${'x'.repeat(1_100_000)}"}`,
    `{${Array.from({ length: 2_000 }, (_, n) => `"f${n}":1`).join(',')}}`,
    '{"__proto__":{"question":"a"}}',
    'question=a',
  )
  .map((text) => setting('body', Buffer.from(text), 2));

const damagedBody: fc.Arbitrary<Fault> = fc
  .record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    drop: fc.nat(20),
    insert: fc.uint8Array({ maxLength: 8 }),
  })
  .map(({ at, drop, insert }) =>
    fault('damaged body', 2, (draft) => {
      const bytes = draft.body ?? Buffer.alloc(0);
      const place = Math.floor(at * bytes.length);
      draft.body = Buffer.concat([bytes.subarray(0, place), insert, bytes.subarray(place + drop)]);
    }),
  );

function wrongForm(schema: JsonSchema): fc.Arbitrary<Fault> {
  const names = fc.constantFrom(
    'file',
    'a.md',
    'a.exe',
    'a.pdf',
    'a.docx',
    '',
    '.',
    '..',
    '../../a.md',
    'a\u0000.md',
    '\u202efdp.md',
    `${'n'.repeat(300)}.md`,
    'a;b="c".md',
    'CON.md',
  );
  const contents = fc.constantFrom(
    '',
    'Some text.',
    '%PDF-1.7',
    'PK\u0003\u0004',
    '\u0000\u0001\u0002',
    '\ufeffText',
    'a'.repeat(20_000),
  );
  const file = fc.tuple(contents, names).map(([text, name]) => filePart(text, name));
  const field = fc
    .constantFrom(
      ...Object.entries(schema.properties ?? {}),
      ['extra', {}] as const,
      ['__proto__', {}] as const,
    )
    .chain(([name, of]) =>
      broken(of).map((value) =>
        fieldPart(name, typeof value === 'string' ? value : String(JSON.stringify(value))),
      ),
    );
  const strange = fc.constantFrom(
    '\r\nno headers',
    'Content-Disposition: form-data\r\n\r\nno name',
    'Content-Disposition: attachment; name="file"\r\n\r\nx',
    'Content-Disposition: form-data; name="file"\r\n\r\nnot a file',
    'Content-Disposition: form-data; name="file"; filename="a.md"\r\nContent-Transfer-Encoding: base64\r\n\r\n####',
    'Content-Disposition: form-data; name="file"; filename*=UTF-8\'\'%ff%fe.md\r\n\r\nText.',
    'Content-Disposition: form-data; name="file"; filename="a.md"\r\nContent-Type: text/markdown; charset=nonsense\r\n\r\nText.',
    'Content-Disposition: form-data; name="title"\r\nContent-Type: application/json\r\n\r\n{"a":',
    `Content-Disposition: form-data; name="${'n'.repeat(500)}"\r\n\r\nx`,
    `Content-Disposition: form-data; name="title"\r\n\r\n${'x'.repeat(20_000)}`,
    `${'X-Header: a\r\n'.repeat(100)}\r\n\r\nx`,
  );
  const parts = fc.array(fc.oneof(file, field, strange), { maxLength: 5 });
  const many = fc.constant(Array.from({ length: 150 }, (_, n) => fieldPart(`f${n}`, 'x')));
  const whole = fc
    .oneof({ arbitrary: parts, weight: 9 }, { arbitrary: many, weight: 1 })
    .map((list) => formOf(list));
  const form = fc.oneof(
    { arbitrary: whole, weight: 4 },
    { arbitrary: whole.map((bytes) => bytes.subarray(0, -6)), weight: 1 },
    {
      arbitrary: fc
        .constantFrom('', '--', `--${BOUNDARY}--`, 'no form at all')
        .map((text) => Buffer.from(text)),
      weight: 1,
    },
  );
  return form.map((bytes) => setting('body', Buffer.from(bytes)));
}

const wrongFraming: fc.Arbitrary<Fault> = fc
  .constantFrom<Draft['framing']>(
    'chunked',
    'chunked',
    'none',
    { announced: '-1' },
    { announced: 'ten' },
    { announced: '999999999999' },
    { announced: '5000' },
    { announced: '3' },
    { announced: '5\r\nContent-Length: 6' },
    { announced: '5\r\nTransfer-Encoding: chunked' },
    { announced: '5\r\nTransfer-Encoding: gzip' },
  )
  .map((framing) => setting('framing', framing, 3));

const wrongStart: fc.Arbitrary<Fault> = fc
  .constantFrom('HTTP/1.0', 'HTTP/2.0', 'HTTP/9.9', 'HTP/1.1', '', 'HTTP/1.1 extra')
  .map((version) => setting('version', version));

/** Replaces a part of the draft by `value`. */
function setting<Part extends keyof Draft>(part: Part, value: Draft[Part], stage: Fault['stage'] = 1): Fault {
  const shown = value instanceof Uint8Array ? value.toString() : JSON.stringify(value);
  return fault(`${part} ${shown?.slice(0, NAME_MAX)}`, stage, (draft) => {
    draft[part] = value;
  });
}

function fault(name: string, stage: Fault['stage'], change: Fault['change']): Fault {
  return { name, stage, change };
}
