import { createProgressBar, type ProgressBar } from '../cli/progress-bar.ts';
import type { Terminal } from '../cli/terminal.ts';
import { indexLiveDocuments } from '../ingestion/maintenance/index-rebuild.ts';
import { SILENT } from '../kernel/silent-logger.ts';
import type { Config } from '../settings/config.ts';
import { isShared } from '../settings/store-settings.ts';
import { openSharedStores } from './shared-stores.ts';

/**
 * Builds the search index in `VECTOR_STORE` from `RECORD_STORE`, while servers and workers run or not. Until it is done
 * no question is answered.
 *
 * @throws {Error} With a message for the operator, or `store_unavailable`.
 */
export async function rebuildSearchIndex(config: Config, terminal: Terminal): Promise<void> {
  if (!isShared(config))
    throw new Error('Cannot build the search index apart: with embedded stores, each start of Docent does');
  await using opened = new AsyncDisposableStack();
  const elapsed = () => performance.now();
  const stores = await openSharedStores(config, { opened, logger: SILENT, elapsed, mayLead: false });
  const { byStatus } = await stores.documentStore.totals();
  const total = Object.values(byStatus).reduce((sum, count) => sum + count, 0);
  using progress = createProgressBar(terminal);
  const documents = await fillSearchIndex(stores, { progress, total });
  progress.line(`The search index has ${documents} documents.`);
}

/** @returns The number of documents in the index. */
export async function fillSearchIndex(
  stores: Pick<Awaited<ReturnType<typeof openSharedStores>>, 'documentStore' | 'searchIndex'>,
  { progress, total }: { progress: ProgressBar; total: number },
): Promise<number> {
  let documents = 0;
  const onIndexed = (indexed: number) => {
    documents = indexed;
    progress.draw(indexed, total, 'documents in the index');
  };
  await stores.searchIndex.rebuild(() => indexLiveDocuments({ ...stores, onIndexed }));
  return documents;
}
