import assert from 'node:assert/strict';
import { QUESTION } from './bench.ts';
import { errors } from './contract-errors.ts';
import { listsAndIds } from './contract-lists-and-ids.ts';
import { assertInvalid } from './reply.ts';
import { type Chapter, holds, saysNothing } from './row.ts';

const document = 'contract.md';
const RFC_3339_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

export const preface: Chapter = {
  document,
  section: '',
  rows: [
    saysNothing('is the specification: every sentence of it holds.', 'This page decides what it leaves open'),
    holds(
      'Where both are silent, do what a user of a good HTTP API would expect, and write it into the OpenAPI document.',
      async ({ open }) => {
        const { paths } = (await open.get('/openapi.json')).at() as { paths: Record<string, object> };
        for (const [path, operations] of Object.entries(paths)) {
          for (const method of Object.keys(operations)) {
            const reply = await open.call(method.toUpperCase(), path.replace(/\{\w+\}/g, 'nobody'));
            assert.notEqual(reply.status, 405, `${method} ${path}`);
            if (reply.status === 404)
              assert.notEqual(reply.at('code'), 'route_not_found', `${method} ${path}`);
          }
        }
      },
    ),
    holds(
      'The OpenAPI 3.1 document is generated from the same schemas that validate requests: one source of truth.',
      async ({ open }) => {
        const api = await open.get('/openapi.json');
        assert.match(api.word('openapi'), /^3\.1\./);
        const bounds = api.at('components.schemas.ChatRequest.properties') as Record<
          string,
          { maximum: number; maxLength: number }
        >;
        const { top_k, question } = bounds;
        assert.equal((await open.ask('hello', { top_k: top_k!.maximum })).status, 200);
        assertInvalid(await open.ask('hello', { top_k: top_k!.maximum + 1 }), 'top_k');
        assert.equal((await open.ask('é'.repeat(question!.maxLength))).status, 200);
        assertInvalid(await open.ask('é'.repeat(question!.maxLength + 1)), 'question');
      },
    ),
  ],
};

export const conventions: Chapter = {
  document,
  section: 'Conventions',
  rows: [
    holds('JSON field names are snake_case.', async ({ open, synthesize }) => {
      await synthesize(open);
      const replies = [
        await open.ask(QUESTION),
        await open.get('/api/v1/ingest/docs'),
        await open.get('/api/v1/review/pending'),
        await open.get('/health'),
        await open.get('/nothing-here'),
      ];
      for (const reply of replies)
        for (const name of namesIn(reply.at())) assert.match(name, /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/);
    }),
    holds('Times are RFC 3339 UTC strings.', async ({ open, synthesize }) => {
      await synthesize(open);
      await open.post('/api/v1/feedback', { rating: 'up' });
      const times = [
        (await open.get('/api/v1/ingest/docs')).at('docs.0.created_at'),
        (await open.get('/api/v1/ingest/docs')).at('docs.0.updated_at'),
        (await open.get('/api/v1/review/pending')).at('pending.0.created_at'),
        (await open.get('/api/v1/feedback')).at('feedback.0.created_at'),
      ];
      for (const time of times) assert.match(String(time), RFC_3339_UTC);
    }),
    saysNothing('Ids are opaque to clients.'),
    ...errors,
    ...listsAndIds,
  ],
};

function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Array.isArray(value) ? [] : Object.keys(value);
  return [...own, ...Object.values(value).flatMap(namesIn)];
}
