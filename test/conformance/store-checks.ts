import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { RefusedError } from '../../src/errors.ts';

/** Options of a suite: why it cannot be tested here, and for how long it may run. */
export interface SuiteOptions {
  readonly skip?: string | false;
  readonly timeout?: number;
}

/** Opens or creates the store in `folder`. */
export type OpenStore<Store> = (folder: string) => Store | Promise<Store>;

/** Registers a test that gets a store in a fresh folder; `reopen` closes the store and opens it again. */
export type Check<Store> = (
  says: string,
  body: (store: Store, reopen: () => Promise<Store>) => Promise<void>,
  options?: SuiteOptions,
) => void;

export function storeChecks<Store extends AsyncDisposable>(open: OpenStore<Store>): Check<Store> {
  return (says, body, options = {}) =>
    void test(says, options, async () => {
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
    });
}

/** Fails unless all of this is refused as the store is not there. */
export async function assertUnavailable(...uses: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const use of uses)
    await assert.rejects(
      use,
      (error) => error instanceof RefusedError && error.refusal.code === 'store_unavailable',
    );
}
