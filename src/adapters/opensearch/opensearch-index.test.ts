import { randomUUID } from 'node:crypto';
import { SILENT } from '../../../test/silent-logger.ts';
import { searchIndexConformance } from '../search/conformance.ts';
import { openOpenSearchIndex } from './opensearch-index.ts';

const URL_OF_TEST = process.env.OPENSEARCH_TEST ?? 'http://127.0.0.1:19201';

for (const shards of [1, 3])
  searchIndexConformance(`OpenSearch with ${shards} shards`, () =>
    openOpenSearchIndex(
      { nodes: [URL_OF_TEST], prefix: `t${randomUUID().slice(0, 8)}` },
      { logger: SILENT, now: () => performance.now(), shards, replicas: 0 },
    ),
  );
