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
  responses: Record<string, { content?: object }>;
};

const ROOT = new URL('../../', import.meta.url).pathname;

describe('the API document', () => {
  let stand: Stand;
  let document: { paths: Record<string, Record<string, Operation>> };
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
        for (const [, { content }] of refusals)
          assert.deepEqual(Object.keys(content ?? {}), types, operationId);
      }
    }
  });
});

describe('the page of the API', () => {
  it('loads nothing from elsewhere', async () => {
    await using stand = await openHttpStand();
    const response = await stand.get('/docs');
    const html = await response.text();
    assert.match(response.headers.get('content-security-policy')!, /^default-src 'self';/);
    const addresses = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1]!);
    assert.ok(addresses.length > 3);
    for (const address of addresses) {
      assert.match(address, /^\/docs\/static\//);
      const asset = await stand.get(address);
      assert.equal(asset.status, 200, address);
      await asset.arrayBuffer();
    }
    const script = await (await stand.get('/docs/static/swagger-initializer.js')).text();
    assert.match(script, /"validatorUrl":\s*null/);
  });
});
