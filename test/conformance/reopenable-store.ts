import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs `body` with a store in a fresh folder; `reopen` closes the store and opens it again. */
export async function withReopenableStore<Store extends AsyncDisposable>(
  open: (folder: string) => Store | Promise<Store>,
  body: (store: Store, reopen: () => Promise<Store>) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'docent-store-'));
  let store = await open(folder);
  try {
    await body(store, async () => {
      await store[Symbol.asyncDispose]();
      store = await open(folder);
      return store;
    });
  } finally {
    await store[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  }
}
