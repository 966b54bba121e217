import assert from 'node:assert/strict';
import { openHttpStand } from '../http-stand.ts';
import { type Chapter, heldBy, holds } from './row.ts';
import { getFrom } from './stand.ts';

const document = 'service-interface.md';

export const states: readonly Chapter[] = [
  {
    document,
    section: '3. States and transitions › Review entry',
    rows: [
      heldBy(
        [
          'Entry: `{entry_id',
          '`POST …/approve`',
          'An approved answer is a document',
          'The review operations',
        ],
        '| awaiting review (listed by the pending-review operation) | POST approve | Valid key | approved | The synthesized answer is embedded into the KB. |',
      ),
      heldBy(
        ['`POST …/reject`', 'The review operations'],
        '| awaiting review | POST reject | Valid key | rejected | The synthesized answer is discarded. |',
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
      heldBy(
        '`/health` always 200',
        '| startup | Startup check | Either store unreachable | degraded | `GET /health` reports degraded. |',
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
        '202 `{doc_id, status: "queued", version}`',
        'The ingest request returns 202 and a Location header, and the status is polled through the status operation.',
      ),
    ],
  },
];
