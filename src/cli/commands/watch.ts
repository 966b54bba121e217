import { createHash } from 'node:crypto';
import { type FSWatcher, watch } from 'node:fs';
import { stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, resolve } from 'node:path';
import { ApiError } from '@docent-server/client';
import { endsWithin } from '../../concurrency/deadline.ts';
import { createNotifier } from '../../concurrency/notifier.ts';
import { asError } from '../../errors.ts';
import { type Context, EXIT, type ExitCode, type Options } from '../context.ts';
import { createFolderSync, MostFilesGone } from '../folder-sync.ts';
import { lineOf } from '../report.ts';

/** A file is read once nothing has changed for this long: it is complete by then. */
const QUIET_MS = 400;
/** During constant changes, the folder is scanned at this interval. */
const BUSY_MS = 5_000;
/** Where changes are not announced (network drives), and after a failure. */
const RESCAN_MS = 30_000;

/**
 * `docent watch`: keeps a running server in sync with a folder until `signal` aborts. File system events only trigger a
 * scan; the files themselves decide what to do.
 *
 * @param allowEmpty Documents are deleted even when most files have gone at once.
 * @throws {Error} When the folder does not exist, most files have gone at once, or the server rejects the key.
 */
export async function watchCommand(
  folder: string,
  options: Options<'quiet' | 'tag'> & { readonly allowEmpty?: boolean | undefined },
  { client, cwd, terminal, signal }: Context,
): Promise<ExitCode> {
  const { tag: tags = [], allowEmpty = false, quiet: isQuiet } = options;
  const path = resolve(cwd, folder);
  const found = await stat(path).catch(() => undefined);
  if (!found?.isDirectory()) throw new Error(`There is no folder at ${folder}.`);
  // The first deletion may be hours away.
  const { name, may } = await client.get('/api/v1/me');
  if (!may.includes('manage')) {
    if (name !== null) throw new Error('To replace and delete documents, the key needs the scope ingest.');
    // Says whether the key is missing or wrong.
    await client.get('/api/v1/settings');
  }
  const say = (text: string) => isQuiet || terminal.write(`${text}\n`);
  const complain = (text: string) => terminal.write(`${text}\n`);
  const sync = createFolderSync({
    ...{ folder: path, cwd, tags, allowEmpty, client },
    ownTag: ownTagOf(path),
    onIngested: (ingested) => (ingested.outcome === 'failed' ? complain : say)(lineOf(ingested)),
    onRemoved: (docId) => say(`removed  ${docId}`),
  });
  using announced = announcements(path);
  let isInSync = false;
  while (!signal.aborted) {
    const changed = announced.next();
    try {
      await sync.step(signal);
      if (!isInSync) say(`${folder} is in sync. Watching for changes; Ctrl-C ends.`);
      isInSync = true;
    } catch (error) {
      if (signal.aborted) break;
      if (error instanceof MostFilesGone || (error instanceof ApiError && error.status === 401)) throw error;
      isInSync = false;
      complain(`Not in sync: ${asError(error).message} Retrying in ${RESCAN_MS / 1_000} s.`);
    }
    // Only the signal ends it early.
    await quiet(changed, { announced, signal }).catch(() => {});
  }
  say(`Stopped watching ${folder}.`);
  return EXIT.ok;
}

/**
 * Identifies the folder on this machine: documents of another machine's folder of the same name must not be deleted.
 */
function ownTagOf(path: string): string {
  const digits = createHash('sha256').update(`${hostname()}\n${path}`).digest('hex').slice(0, 8);
  return `watch:${basename(path).slice(0, 60)}:${digits}`;
}

function announcements(path: string) {
  const changes = createNotifier();
  let watcher: FSWatcher | undefined;
  try {
    watcher = watch(path, { recursive: true }, changes.notify);
    // Too many folders for the system, or the folder has gone: it is still scanned periodically.
    watcher.on('error', () => watcher?.close());
  } catch {
    watcher = undefined;
  }
  /** `next` resolves at the next change of anything in the folder. */
  return { next: changes.next, [Symbol.dispose]: () => watcher?.close() };
}

/** Waits for a change, and then until no more follow. @throws The signal's reason. */
async function quiet(
  changed: Promise<void>,
  { announced, signal }: { announced: ReturnType<typeof announcements>; signal: AbortSignal },
): Promise<void> {
  if (!(await endsWithin(changed, RESCAN_MS, { signal }))) return;
  const until = performance.now() + BUSY_MS;
  while (performance.now() < until && (await endsWithin(announced.next(), QUIET_MS, { signal })));
}
