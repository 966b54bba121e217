import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import type { GuardedFetch } from '../adapters/fetching/guarded-fetch.ts';
import { makeFolder } from '../adapters/files/make-folder.ts';
import { parseS3Url } from '../adapters/s3/s3-url.ts';
import { createFolderSource } from '../adapters/sources/folder.ts';
import { createGitSource } from '../adapters/sources/git.ts';
import { createS3Source } from '../adapters/sources/s3.ts';
import { createWebSource } from '../adapters/sources/web-site.ts';
import { createNotifier } from '../concurrency/notifier.ts';
import type { Catalog } from '../ingestion/catalog.ts';
import { startSourceRunner } from '../ingestion/sources/source-runner.ts';
import { createSources, type Sources } from '../ingestion/sources/sources.ts';
import type { SourceDrivers } from '../ports/source-driver.ts';
import type { Config } from '../settings/config.ts';
import { pairsOf } from '../settings/setting-kinds.ts';
import { credentialsOf, inRegion } from './shared-stores.ts';
import type { Stores, Surroundings } from './stores.ts';

/** Opens the sources; one process of all that share the stores runs them. */
export async function openSources(
  config: Config,
  parts: Pick<Surroundings, 'logger'> & Stores & { catalog: Catalog; guardedFetch: GuardedFetch },
): Promise<Sources> {
  const { sourceStore: store, originals, leadership, catalog, logger, now } = parts;
  const drivers = openDrivers(config, parts);
  const requested = createNotifier();
  await leadership.whileLeading('sources', async () =>
    startSourceRunner({
      ...{ store, drivers, catalog, originals, requested, logger, now },
      fileBytesMax: config.maxFileSizeMb * 2 ** 20,
      documentsMax: config.sourceDocumentsMax,
      runTimeoutMs: config.sourceRunTimeoutMinutes * 60_000,
      newCorrelationId: randomUUID,
    }),
  );
  return createSources({ store, drivers, requested, now });
}

function openDrivers(
  config: Config,
  { guardedFetch: web, now }: { guardedFetch: GuardedFetch; now: () => number },
): SourceDrivers {
  const folders = config.sourceRoots.filter((root) => isAbsolute(root)).map((root) => resolve(root));
  const buckets = config.sourceRoots.flatMap((root) => {
    const parsed = parseS3Url(root);
    return 'address' in parsed ? [inRegion(parsed.address, config)] : [];
  });
  const folder = join(config.dataDir, 'clones');
  // Of runs that were killed; nobody else uses this data folder.
  rmSync(folder, { recursive: true, force: true });
  makeFolder(folder);
  return {
    web: createWebSource(web),
    git: createGitSource({
      web,
      roots: folders,
      folder,
      credentials: new Map(Object.entries(pairsOf(config.gitCredentials))),
    }),
    s3: createS3Source({ roots: buckets, credentials: credentialsOf(config), now }),
    folder: createFolderSource({ roots: folders }),
  };
}
