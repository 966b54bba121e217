import assert from 'node:assert/strict';

/** What JSON can hold; read by path, as the tests take nothing about it for granted. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** What stands at a path such as `meta.retrieval.query`, `docs.0.title` or `docs.*.title`; all of the body without one. */
  at(path?: string): unknown;
  /** The list at a path; fails when there is none. */
  list(path: string): readonly unknown[];
  /** The text at a path; fails when there is none. */
  word(path: string): string;
}

export function replyOf(status: number, headers: Headers, text: string): Reply {
  let body: unknown;
  const at = (path = '') => {
    body ??= JSON.parse(text);
    return valueAt(body, path);
  };
  return {
    ...{ status, headers, text, at },
    list(path) {
      const value = at(path);
      assert.ok(Array.isArray(value), `${path} is no list in ${text}`);
      return value;
    },
    word(path) {
      const value = at(path);
      assert.equal(typeof value, 'string', `${path} is no text in ${text}`);
      return value as string;
    },
  };
}

/** What stands at a path, in whose place of `*` is each item of a list: `sources.*.doc_id`. */
export function valueAt(value: unknown, path: string): unknown {
  const [step = '', ...steps] = path.split('.');
  const rest = steps.join('.');
  if (step === '') return value;
  if (step === '*') return (value as unknown[]).map((item) => valueAt(item, rest));
  return valueAt((value as Record<string, unknown> | null | undefined)?.[step], rest);
}

const PROBLEM_FIELDS = ['type', 'title', 'status', 'detail', 'code', 'correlation_id'];
const FURTHER_FIELDS = ['errors', 'state', 'dependencies'];
/** Signs of what happens inside: stacks, files, statements, libraries. */
const LEAK =
  /\bat \S+ \(|\.[cm]?[jt]s:\d|node_modules|node:internal|\/(?:home|tmp|work|root|usr)\/|\.db\b|SQLITE|FST_/;

/** Fails unless `reply` is a problem as the contract has it. */
export function assertProblem(reply: Reply, expectedStatus?: number, code?: string): void {
  const { status, headers, text } = reply;
  if (expectedStatus !== undefined) assert.equal(status, expectedStatus, text);
  assert.equal(headers.get('content-type'), 'application/problem+json', text);
  const names = Object.keys(reply.at() as object);
  for (const name of PROBLEM_FIELDS) assert.ok(names.includes(name), `no ${name} in ${text}`);
  for (const name of names)
    assert.ok([...PROBLEM_FIELDS, ...FURTHER_FIELDS].includes(name), `${name} in ${text}`);
  assert.equal(reply.at('status'), status);
  assert.match(reply.word('code'), /^[a-z]+(_[a-z]+)*$/);
  assert.equal(reply.word('correlation_id'), headers.get('x-correlation-id'));
  for (const name of ['type', 'title', 'detail']) assert.notEqual(reply.word(name), '', name);
  assert.doesNotMatch(text, LEAK);
  if (code !== undefined) assert.equal(reply.at('code'), code, text);
}

/** Fails unless `reply` is a 422 that names exactly these fields. */
export function assertInvalid(reply: Reply, ...fields: readonly string[]): void {
  assertProblem(reply, 422, 'validation_failed');
  assert.deepEqual(reply.list('errors.*.field').toSorted(), [...fields].sort(), reply.text);
}

/** A text without its line breaks: an answer shows the paragraphs of a passage, a snippet is in one line. */
export function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}
