import { randomUUID } from 'node:crypto';
import { after, before } from 'node:test';
import { searchIndexConformance } from '../../../test/conformance/search-index.ts';
import { atLength } from '../../../test/length.ts';
import { commonOpenSearch, NEEDS_OPENSEARCH } from '../../../test/opensearch-server.ts';
import type { RunningServer } from '../../../test/run/common-server.ts';
import { SILENT } from '../../kernel/silent-logger.ts';
import { openOpenSearchIndex } from './opensearch-index.ts';

let server: RunningServer;

before(async () => {
  if (!NEEDS_OPENSEARCH.skip) server = await commonOpenSearch();
});
after(() => server?.[Symbol.asyncDispose]());

for (const shards of atLength({ short: [3], full: [1, 3] }))
  searchIndexConformance(
    `OpenSearch with ${shards} shard${shards > 1 ? 's' : ''}`,
    () =>
      openOpenSearchIndex(
        { nodes: [server.url], prefix: `t${randomUUID().slice(0, 8)}`, shards, replicas: 0 },
        { logger: SILENT, now: () => performance.now() },
      ),
    NEEDS_OPENSEARCH,
  );
