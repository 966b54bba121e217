import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DocumentStatus } from '../../src/http/schemas/ingest.ts';

/** The folder holds the content of every document, whole; what no document names any more does not survive a start. */
export function checkOriginals(parts: {
  dataFolder: string;
  listed: readonly DocumentStatus[];
  /** Files that no document named at the last check. */
  leftovers: Set<string>;
}): string[] {
  const { dataFolder, listed, leftovers } = parts;
  const folder = join(dataFolder, 'originals');
  const hashOf = new Map<string, string>();
  for (const group of readdirSync(folder)) {
    for (const name of readdirSync(join(folder, group))) {
      hashOf.set(name, hash('sha256', readFileSync(join(folder, group, name))));
    }
  }
  const named = new Set(listed.map((document) => document.content_hash!));
  const unnamed = [...hashOf.keys()].filter((name) => !named.has(name));
  const wrong = [
    ...[...named].filter((name) => !hashOf.has(name)).map((name) => `the original ${name} is lost`),
    ...unnamed
      .filter((name) => leftovers.has(name))
      .map((name) => `the original ${name} outlives its document`),
    ...[...hashOf]
      .filter(([name, actual]) => name !== actual)
      .map(([name]) => `the original ${name} is torn`),
    ...readdirSync(join(dataFolder, 'staging')).map((name) => `the staged file ${name} is left over`),
  ];
  leftovers.clear();
  // A document whose ingest was given up answers from an original that the list does not name.
  if (listed.every(({ status }) => status !== 'failed')) for (const name of unnamed) leftovers.add(name);
  return wrong;
}
