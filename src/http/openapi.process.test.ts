import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import packageJson from '../../package.json' with { type: 'json' };
import { openHttpStand } from '../../test/http-stand.ts';

type Stand = Awaited<ReturnType<typeof openHttpStand>>;
type Operation = {
  operationId: string;
  deprecated?: boolean;
  responses: Record<string, Reply & { $ref?: string }>;
};
type Reply = { content?: object };

const ROOT = new URL('../../', import.meta.url).pathname;

describe('the API document', () => {
  let stand: Stand;
  let document: {
    paths: Record<string, Record<string, Operation>>;
    components: { responses: Record<string, Reply> };
  };
  before(async () => {
    // All routes: metrics are off by default.
    const metrics = { requestEnded() {}, contentType: 'text/plain', text: async () => '' };
    stand = await openHttpStand({ version: packageJson.version, metrics });
    document = (await (await stand.get('/openapi.json')).json()) as typeof document;
  });
  after(() => stand[Symbol.asyncDispose]());

  it('is the one in docs/reference/openapi.json; `node scripts/write-openapi.ts` renews it', () => {
    const committed = readFileSync(`${ROOT}docs/reference/openapi.json`, 'utf8');
    assert.deepEqual(document, JSON.parse(committed));
  });

  it('passes the linter', async () => {
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    const args = [
      fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js')),
      'lint',
      'docs/reference/openapi.json',
    ];
    await promisify(execFile)(process.execPath, args, { cwd: ROOT, env });
  });

  it('also has every operation of /api/v1 at its older path, marked as deprecated', () => {
    for (const [path, operations] of Object.entries(document.paths)) {
      if (!path.startsWith('/api/v1/')) continue;
      const older = document.paths[path.replace('/v1', '')]!;
      assert.deepEqual(Object.keys(older), Object.keys(operations), path);
      assert.ok(Object.values(operations).every(({ deprecated }) => !deprecated));
      assert.ok(Object.values(older).every(({ deprecated }) => deprecated));
    }
  });

  it("describes every problem as one, or in OpenAI's shape", () => {
    for (const [path, operations] of Object.entries(document.paths)) {
      const types = [...(path.startsWith('/v1/') ? ['application/json'] : []), 'application/problem+json'];
      for (const { operationId, responses } of Object.values(operations)) {
        const refusals = Object.entries(responses).filter(([status]) => Number(status) >= 400);
        for (const [, { $ref, ...own }] of refusals) {
          const { content } = $ref ? document.components.responses[$ref.split('/').at(-1)!]! : own;
          assert.deepEqual(Object.keys(content ?? {}), types, operationId);
        }
      }
    }
  });
});

describe('the page of the API', () => {
  it('has every operation and type of the document, and links to those that it names', async () => {
    await using stand = await openHttpStand();
    const document = (await (await stand.get('/openapi.json')).json()) as {
      paths: Record<string, Record<string, { operationId?: string; deprecated?: boolean }>>;
      components: { schemas: Record<string, object> };
    };
    const response = await stand.get('/docs');
    assert.match(response.headers.get('content-security-policy')!, /^default-src 'none';/);
    const html = await response.text();
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    for (const { operationId, deprecated } of operations)
      if (operationId && !deprecated) assert.ok(html.includes(`id="${operationId}"`), operationId);
    for (const name of Object.keys(document.components.schemas))
      assert.ok(html.includes(`id="type-${name}"`), name);
    const targets = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const links = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    assert.deepEqual(
      links.filter((id) => !targets.has(id)),
      [],
    );
    assert.doesNotMatch(html, /<script|(?:src|href)="(?![/#]|"|data:)/);
  });
});
