import { readdirSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';

/** `root` and all folders below it that `isSet` holds for, by name, sorted. */
export function setFolders(
  root: string,
  isSet: (folder: string) => boolean,
): { readonly name: string; readonly folder: string }[] {
  const below = readdirSync(root, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name));
  return [root, ...below]
    .filter(isSet)
    .map((folder) => ({ name: relative(root, folder) || basename(resolve(root)), folder }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Names what is left out of a measurement, as its figures are those of the rest. */
export function sayLeftOut(what: string, why: string): void {
  process.stderr.write(`Skipped ${what}: ${why}\n`);
}
