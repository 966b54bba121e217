import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { searchIndexConformance } from '../../../test/conformance/search-index.ts';
import {
  NEEDS_OPENSEARCH,
  type OpenSearchCluster,
  startOpenSearch,
} from '../../../test/opensearch-server.ts';
import { SILENT } from '../../kernel/silent-logger.ts';
import { openOpenSearchIndex } from './opensearch-index.ts';

const options = NEEDS_OPENSEARCH;

describe('OpenSearch that runs no scripts', options, () => {
  let cluster: OpenSearchCluster;
  const warnings: string[] = [];
  const logger = { ...SILENT, warn: (message: string) => void warnings.push(message) };
  before(async () => {
    cluster = await startOpenSearch({ settings: { 'script.allowed_types': 'none' } });
  });
  after(() => cluster?.[Symbol.asyncDispose]());

  searchIndexConformance(
    'OpenSearch that runs no scripts',
    () =>
      openOpenSearchIndex(
        { nodes: cluster.nodes, prefix: `t${randomUUID().slice(0, 8)}`, shards: 3, replicas: 0 },
        { logger, now: () => performance.now() },
      ),
    options,
  );

  test('warns that it does without scripts', () =>
    assert.ok(warnings.some((message) => /forbids scripts/.test(message))));
});
