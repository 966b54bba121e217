import { hash } from 'node:crypto';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { DocumentStatus } from '../../src/http/schemas/ingest.ts';

/** What a manifest says, as far as the list of documents shows it. */
interface ManifestFile {
  readonly doc_id: string;
  readonly content_hash: string;
  readonly version: number;
  readonly tags: readonly string[];
  readonly media_type: string;
}

/**
 * The folder holds the content of every document, whole, and beside it what says so. What no document names any more
 * does not survive two starts, unless it is recorded as such, until a day is over.
 */
export function checkOriginals(parts: {
  dataFolder: string;
  listed: readonly DocumentStatus[];
  /** Files that no document named at the last check. */
  leftovers: Set<string>;
}): string[] {
  const { dataFolder, listed, leftovers } = parts;
  const { contents, hashes, recorded, faults } = readOriginals(dataFolder);
  const named = new Set(listed.map((document) => document.content_hash!));
  const manifests = checkManifests(contents, listed);
  const unnamed = [...hashes.filter((name) => !named.has(name) && !recorded.has(name)), ...manifests.unnamed];
  const wrong = [
    ...[...named].filter((name) => !contents.has(name)).map((name) => `the original ${name} is lost`),
    ...faults,
    ...manifests.wrong,
    ...unnamed.filter((name) => leftovers.has(name)).map((name) => `${name} outlives its document`),
  ];
  leftovers.clear();
  // A document whose ingest was given up answers from an original that the list does not name.
  if (listed.every(({ status }) => status !== 'failed')) for (const name of unnamed) leftovers.add(name);
  return wrong;
}

/** The files of originals by name, which of them are no manifests, and what is wrong with the files themselves. */
export function readOriginals(dataFolder: string) {
  const folder = join(dataFolder, 'originals');
  const names = globSync('*/*', { cwd: folder });
  const contents = new Map(names.map((name) => [basename(name), readFileSync(join(folder, name))]));
  const hashes = [...contents.keys()].filter((name) => !name.endsWith('.json'));
  const torn = hashes.filter((name) => name !== hash('sha256', contents.get(name)!));
  const faults = [
    ...torn.map((name) => `the original ${name} is torn`),
    ...readdirSync(join(dataFolder, 'staging')).map((name) => `the staged file ${name} is left over`),
  ];
  return { contents, hashes, recorded: recordedIn(dataFolder), faults };
}

function checkManifests(
  contents: ReadonlyMap<string, Buffer>,
  listed: readonly DocumentStatus[],
): { wrong: string[]; unnamed: string[] } {
  const left = new Map(listed.map((document) => [`${document.content_hash} ${document.doc_id}`, document]));
  const wrong: string[] = [];
  const unnamed: string[] = [];
  for (const [name, content] of contents) {
    if (!name.endsWith('.json')) continue;
    const manifest = JSON.parse(content.toString()) as ManifestFile;
    const key = `${manifest.content_hash} ${manifest.doc_id}`;
    const document = left.get(key);
    if (!document) unnamed.push(name);
    else if (!isInStep(manifest, document))
      wrong.push(`${name} does not describe ${JSON.stringify(document)}`);
    left.delete(key);
  }
  return { wrong: [...wrong, ...[...left.keys()].map((key) => `the manifest ${key} is lost`)], unnamed };
}

/** The same content may have been accepted again just before a kill: then the manifest is of the version before. */
function isInStep(manifest: ManifestFile, document: DocumentStatus): boolean {
  if (manifest.media_type !== document.media_type || manifest.version > document.version) return false;
  return manifest.version < document.version || manifest.tags.join() === document.tags.join();
}

/** Content that is on record as released. */
function recordedIn(dataFolder: string): Set<string> {
  using database = new DatabaseSync(join(dataFolder, 'docent.db'), { readOnly: true });
  const rows = database.prepare('SELECT content_hash AS hash FROM released_originals').all();
  return new Set(rows.map((row) => String(row.hash)));
}
