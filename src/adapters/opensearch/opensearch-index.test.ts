import { randomUUID } from 'node:crypto';
import { after, before } from 'node:test';
import {
  NEEDS_OPENSEARCH,
  type OpenSearchCluster,
  startOpenSearch,
} from '../../../test/opensearch-server.ts';
import { SILENT } from '../../../test/silent-logger.ts';
import { searchIndexConformance } from '../search/conformance.ts';
import { openOpenSearchIndex } from './opensearch-index.ts';

let cluster: OpenSearchCluster;

before(async () => {
  if (!NEEDS_OPENSEARCH.skip) cluster = await startOpenSearch();
});

after(async () => {
  await cluster?.[Symbol.asyncDispose]();
});

for (const shards of [1, 3])
  searchIndexConformance(
    `OpenSearch with ${shards} shards`,
    () =>
      openOpenSearchIndex(
        { nodes: cluster.nodes, prefix: `t${randomUUID().slice(0, 8)}`, shards, replicas: 0 },
        { logger: SILENT, now: () => performance.now() },
      ),
    NEEDS_OPENSEARCH,
  );
