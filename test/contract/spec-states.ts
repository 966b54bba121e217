import assert from 'node:assert/strict';
import { openHttpStand } from '../http-stand.ts';
import { valueAt } from './reply.ts';
import { type Chapter, heldBy, holds } from './row.ts';
import { failing, getFrom } from './stand.ts';

const document = 'service-interface.md';

export const states: readonly Chapter[] = [
  {
    document,
    section: '3. States and transitions › Review entry',
    rows: [
      holds(
        '| awaiting review (listed by the pending-review operation) | POST approve | Valid key | approved | The synthesized answer is embedded into the KB. |',
        async ({ keyed, synthesize }) => {
          const { entryId, question } = await synthesize(keyed);
          const pending = await keyed.get('/api/v1/review/pending?limit=200');
          assert.ok(pending.list('pending').some((entry) => valueAt(entry, 'entry_id') === entryId));
          const path = `/api/v1/review/${entryId}/approve`;
          assert.equal((await keyed.call('POST', path, { headers: { 'x-api-key': 'wrong' } })).status, 401);
          const approved = await keyed.call('POST', path);
          assert.equal(approved.at('status'), 'approved', approved.text);
          const reply = await keyed.ask(question);
          assert.deepEqual(
            reply.list('sources').map((source) => valueAt(source, 'kind')),
            ['approved_answer'],
          );
        },
      ),
      holds(
        '| awaiting review | POST reject | Valid key | rejected | The synthesized answer is discarded. |',
        async ({ keyed, synthesize }) => {
          const { entryId, question } = await synthesize(keyed);
          const path = `/api/v1/review/${entryId}/reject`;
          assert.equal((await keyed.call('POST', path, { headers: { 'x-api-key': '' } })).status, 401);
          assert.equal((await keyed.call('POST', path)).at('status'), 'rejected');
          const pending = await keyed.get('/api/v1/review/pending?limit=200');
          assert.ok(pending.list('pending').every((entry) => valueAt(entry, 'entry_id') !== entryId));
          const reply = await keyed.ask(question);
          assert.ok(reply.list('sources').every((source) => valueAt(source, 'kind') === 'document'));
        },
      ),
    ],
  },
  {
    document,
    section: '3. States and transitions › Health flag',
    rows: [
      heldBy(
        '`/health` always 200',
        '| startup | Startup check | Key-value store and vector store both reachable | ok | `GET /health` reports ok. |',
      ),
      holds(
        '| startup | Startup check | Either store unreachable | degraded | `GET /health` reports degraded. |',
        async () => {
          for (const name of ['kv_store', 'vector_store'] as const) {
            await using stand = await openHttpStand({ probes: failing(name) });
            const health = await getFrom(stand, '/health');
            assert.equal(health.status, 200);
            assert.equal(health.at('status'), 'degraded');
            assert.equal(health.at(`dependencies.${name}`), 'unavailable');
          }
        },
      ),
      holds(
        [
          '`GET /health` returns cached startup flags.',
          'It does not re-probe the dependencies.',
          '`GET /ready` is not a state;',
          'it checks both stores live on every call.',
        ],
        async () => {
          const asked = { kv_store: 0, vector_store: 0 };
          const probe = (name: keyof typeof asked) => async () => void asked[name]++;
          await using stand = await openHttpStand({
            probes: { kv_store: probe('kv_store'), vector_store: probe('vector_store') },
          });
          for (let n = 0; n < 5; n++) await getFrom(stand, '/health');
          assert.deepEqual(asked, { kv_store: 1, vector_store: 1 });
          for (let n = 0; n < 5; n++) await getFrom(stand, '/ready');
          assert.deepEqual(asked, { kv_store: 6, vector_store: 6 });
        },
      ),
    ],
  },
  {
    document,
    section: '3. States and transitions › Ingested document',
    rows: [
      heldBy(
        ['202 `{doc_id, status: "queued", version}`', '| Location | On 202'],
        'The ingest request returns 202 and a Location header, and the status is polled through the status operation.',
      ),
    ],
  },
];
