import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import {
  NEEDS_OPENSEARCH,
  type OpenSearchCluster,
  startOpenSearch,
} from '../../../test/opensearch-server.ts';
import { SILENT } from '../../../test/silent-logger.ts';
import { searchIndexConformance } from '../search/conformance.ts';
import { openOpenSearchIndex } from './opensearch-index.ts';

const SUITES = [
  { name: 'OpenSearch with 1 shard', shards: 1, settings: {} },
  { name: 'OpenSearch with 3 shards', shards: 3, settings: {} },
  { name: 'OpenSearch that runs no scripts', shards: 3, settings: { 'script.allowed_types': 'none' } },
];

for (const { name, shards, settings } of SUITES)
  describe(name, NEEDS_OPENSEARCH, () => {
    let cluster: OpenSearchCluster;
    const warnings: string[] = [];
    const logger = { ...SILENT, warn: (message: string) => void warnings.push(message) };
    before(async () => {
      cluster = await startOpenSearch({ settings });
    });
    after(() => cluster?.[Symbol.asyncDispose]());

    searchIndexConformance(
      name,
      () =>
        openOpenSearchIndex(
          { nodes: cluster.nodes, prefix: `t${randomUUID().slice(0, 8)}`, shards, replicas: 0 },
          { logger, now: () => performance.now() },
        ),
      NEEDS_OPENSEARCH,
    );

    test('warns where it has to do without scripts', () =>
      assert.equal(
        warnings.some((message) => /forbids scripts/.test(message)),
        'script.allowed_types' in settings,
      ));
  });
