import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { asError } from '../../errors.ts';
import { filesIn } from '../../kernel/files-in.ts';
import { type SourceDriver, SourceFailure, type SourceItem } from '../../ports/source-driver.ts';

const OPEN_AT_ONCE = 4;

/** @param options.roots Absolute paths of the folders that sources may be in. */
export function createFolderSource({ roots }: { roots: readonly string[] }): SourceDriver {
  return {
    vet({ location }) {
      if (!isAbsolute(location) || resolve(location) !== location.replace(/(?<=.)[/\\]+$/, ''))
        return 'must be the absolute path of a folder';
      return rootOf(resolve(location), roots) === undefined
        ? 'must be in a folder that the setting SOURCE_ROOTS names'
        : undefined;
    },

    async list({ location }, { itemsMax, signal }) {
      const folder = await realpath(location).catch(() => undefined);
      if (folder === undefined) throw new SourceFailure(`There is no folder at ${location}.`);
      // A link in the path may lead elsewhere.
      const realRoots = await Promise.all(roots.map((root) => realpath(root).catch(() => root)));
      if (rootOf(folder, realRoots) === undefined)
        throw new SourceFailure(`${location} leads out of the folders that SOURCE_ROOTS names.`);
      const items: SourceItem[] = [];
      try {
        for await (const { path, error } of filesIn(folder)) {
          signal.throwIfAborted();
          // What is in it may still be there.
          if (error) throw new SourceFailure(`A folder cannot be read: ${asError(error).message}.`);
          if (items.length === itemsMax) throw tooMany(itemsMax);
          items.push(itemOf(path, folder));
        }
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof SourceFailure) throw error;
        throw new SourceFailure(`${location} cannot be read: ${asError(error).message}.`, { cause: error });
      }
      return {
        ...{ items, isUnchanged: false, isComplete: true, revision: null, openAtOnce: OPEN_AT_ONCE },
        async [Symbol.asyncDispose]() {},
      };
    },
  };
}

/** The root that `path` is in, or is; both are absolute, without `..`. */
export function rootOf(path: string, roots: readonly string[]): string | undefined {
  return roots.find((root) => {
    const inner = relative(root, path);
    return !isAbsolute(inner) && inner !== '..' && !inner.startsWith(`..${sep}`);
  });
}

export function tooMany(itemsMax: number): SourceFailure {
  return new SourceFailure(
    `It has more than ${itemsMax} documents. Add a smaller part of it, or raise SOURCE_DOCUMENTS_MAX.`,
  );
}

function itemOf(path: string, folder: string): SourceItem {
  return {
    // A Mac decomposes letters in file names; a document must have the same key everywhere.
    key: relative(folder, path).split(sep).join('/').normalize('NFC'),
    async open(known, { signal }) {
      const { size, mtimeMs } = await stat(path);
      const mark = `${size} ${mtimeMs}`;
      if (mark === known) return undefined;
      const body = createReadStream(path, { signal });
      return {
        ...{ body, mark, mediaType: null, url: null },
        async [Symbol.asyncDispose]() {
          body.destroy();
        },
      };
    },
  };
}
