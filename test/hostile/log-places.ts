import { BOUNDARY, fieldPart, filePart, formOf } from '../fuzz/form-parts.ts';

/** Text that tries to be more than text once it is in a log. `FORGED` is in no line of an honest log. */
export const PAYLOADS: Readonly<Record<string, string>> = {
  'a line end': 'a\nFORGED second line',
  'a whole line of text': 'a\r\n2026-01-01T00:00:00.000Z ERROR [forged-id] FORGED',
  'a whole line of JSON':
    'a"}\n{"timestamp":"2026-01-01T00:00:00.000Z","level":"error","correlation_id":"forged-id","message":"FORGED"}',
  'a carriage return': 'FORGED over the line\rX',
  'terminal sequences': '\u001b[2J\u001b[1;31mFORGED\u001b]0;title\u0007',
  'control characters': 'FORGED\u0000\u0001\b\u007f\u0085\u009b31m',
  'Unicode line ends': 'a\u2028FORGED\u2029FORGED\u000b\u000c',
  'turned writing': '\u202eDEGROF\u2066\u200b\ufeff\u{e0041}',
  'encoded line ends': 'a%0d%0aFORGED%0A%E2%80%A8FORGED\\r\\nFORGED',
  'format and look-up syntax': '%s%n%d{}{0}$' + '{jndi:ldap://127.0.0.1/FORGED}{{7*7}}',
  'closing brackets and quotes': '] request method=GET path=/FORGED status=200 duration_ms=1 "}}]\'`',
  'far too much': `FORGED\n${'\u00e9\ud83d\ude42'.repeat(4_000)}`,
};

/** A request with `text` in one place; `id` makes it the only one of its kind. */
export interface Place {
  readonly name: string;
  readonly request: (text: string, id: string) => Buffer;
}

const KEY = 'log-key';
export const PLACES_SETTINGS: Readonly<Record<string, string>> = {
  API_KEY: KEY,
  TRUSTED_PROXIES: '127.0.0.0/8',
  LOG_LEVEL: 'debug',
  MAX_FILE_SIZE_MB: '1',
};

type Request<Part> = Readonly<Record<string, (text: string, id: string) => Part>>;

/** Places in the first line of a request. */
const START_LINES: Request<string> = {
  'the path as it is': (text) => `GET /api/v1/${text} HTTP/1.1`,
  'the path, encoded': (text) => `GET /api/v1/${encoded(text)} HTTP/1.1`,
  'the query': (text) => `GET /api/v1/ingest/docs?q=${encoded(text)} HTTP/1.1`,
  'the cursor': (text) => `GET /api/v1/ingest/docs?cursor=${encoded(text)} HTTP/1.1`,
  'the request line': (text) => `GET /health ${text}`,
  'the method': (text) => `${text} /health HTTP/1.1`,
  'doc_id in a path': (text) => `DELETE /api/v1/ingest/${encoded(text)} HTTP/1.1`,
  entry_id: (text) => `POST /api/v1/review/${encoded(text)}/approve HTTP/1.1`,
};

/** Places in the parts of a form. */
const FORMS: Request<string[]> = {
  'the name of a file': (text, id) => [filePart(`Text ${id}.`, `${text.slice(0, 200)}.md`)],
  'the content of a file': (text, id) => [filePart(`%PDF-1.7 ${id} ${text}`, 'damaged.pdf')],
  'the title of an upload': (text, id) => [fieldPart('title', text.slice(0, 400)), textFile(id)],
  'the tags of an upload': (text, id) => [fieldPart('tags', text.slice(0, 90)), textFile(id)],
  'the doc_id of an upload': (text, id) => [fieldPart('doc_id', text), textFile(id)],
  'the name of a form field': (text) => [fieldPart(text, 'x')],
};

const textFile = (id: string) => filePart(`Text ${id}.`, 'a.md');

/** Every place of a request from which a text could find its way into a log. */
export const PLACES: readonly Place[] = [
  ...inHeader(
    ...['X-Correlation-Id', 'X-User-Id', 'User-Agent', 'Referer', 'Origin', 'Accept', 'Range', 'Cookie'],
    ...['X-Forwarded-For', 'X-Real-IP', 'X-API-Key', 'Idempotency-Key', 'Content-Type', 'Traceparent'],
  ),
  ...places(START_LINES, (start, id) => raw(start, ['Host: a'], '', id)),
  ...places(FORMS, form),
  ...inField('/api/v1/chat', { question: 'hello' }, 'question', 'conversation_id', 'lang', 'mode'),
  ...inField('/api/v1/chat/stream', { question: 'hello' }, 'question'),
  ...inField('/api/v1/ingest', { url: 'http://docs.example.org/a.txt' }, 'url', 'doc_id', 'title', 'tags'),
  ...inField(
    '/api/v1/feedback',
    { rating: 'up' },
    ...['reason', 'question', 'answer', 'correlation_id', 'rating'],
  ),
  { name: 'Host', request: (text, id) => raw('GET /health HTTP/1.1', [`Host: ${text}`], '', id) },
  {
    name: 'the name of a header',
    request: (text, id) => raw('GET /health HTTP/1.1', ['Host: a', `${text}: 1`], '', id),
  },
  {
    name: 'the name of a field',
    request: (text, id) => json('/api/v1/chat', JSON.stringify({ question: 'a', [text]: 1 }), id),
  },
  { name: 'what is no JSON', request: (text, id) => json('/api/v1/chat', `{"question": ${text}`, id) },
  {
    name: 'the path of a URL',
    request: (text, id) =>
      json('/api/v1/ingest', JSON.stringify({ url: `http://docs.example.org/${encoded(text)}.pdf` }), id),
  },
  {
    name: 'the boundary of a form',
    request: (text, id) =>
      raw(
        'POST /api/v1/ingest/upload HTTP/1.1',
        ['Host: a', `Content-Type: multipart/form-data; boundary=${text}`],
        `--${text}--`,
        id,
      ),
  },
];

function places<Part>(parts: Request<Part>, requestOf: (part: Part, id: string) => Buffer): Place[] {
  return Object.entries(parts).map(([name, partOf]) => ({
    name,
    request: (text, id) => requestOf(partOf(text, id), id),
  }));
}

function inHeader(...names: string[]): Place[] {
  return names.map((name) => ({
    name,
    request: (text, id) =>
      raw(
        'POST /api/v1/chat HTTP/1.1',
        [
          'Host: a',
          ...(name === 'Content-Type' ? [] : ['Content-Type: application/json']),
          `${name}: ${text}`,
        ],
        '{"question":"hello"}',
        id,
      ),
  }));
}

function inField(path: string, body: object, ...names: string[]): Place[] {
  return names.map((name) => ({
    name: `${name} of ${path}`,
    request: (text, id) =>
      json(path, JSON.stringify({ ...body, [name]: name === 'tags' ? [text] : text }), id),
  }));
}

function json(path: string, body: string, id: string): Buffer {
  return raw(`POST ${path} HTTP/1.1`, ['Host: a', 'Content-Type: application/json'], body, id);
}

function form(parts: readonly string[], id: string): Buffer {
  const headers = ['Host: a', `Content-Type: multipart/form-data; boundary=${BOUNDARY}`];
  return raw('POST /api/v1/ingest/upload HTTP/1.1', headers, formOf(parts), id);
}

/** The line ends of `headers` go out as they are: whoever sends a header with one sends two headers. */
function raw(start: string, headers: readonly string[], body: string | Buffer, id: string): Buffer {
  const has = (name: string) =>
    headers.some((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`));
  const content = Buffer.from(body);
  const lines = [
    start,
    ...headers,
    ...(has('X-Correlation-Id') ? [] : [`X-Correlation-Id: ${id}`]),
    ...(has('X-API-Key') ? [] : [`X-API-Key: ${KEY}`]),
    ...(has('X-Forwarded-For') || has('X-Real-IP') ? [] : [`X-Forwarded-For: ${addressOf(id)}`]),
    `Content-Length: ${content.length}`,
    'Connection: close',
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), content]);
}

/** A client of its own for each request, so that none is one too many. */
function addressOf(id: string): string {
  const n = Number(/\d+$/.exec(id)?.[0]);
  return `198.18.${(n >> 8) & 255}.${n & 255}`;
}

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed().slice(0, 1_000));
}
