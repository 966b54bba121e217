import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { seededRandom } from '../../quality/seeded-random.ts';
import { filesIn } from '../../quality/source-files.ts';
import { openParserPool } from '../../src/adapters/parsing/parser-pool.ts';
import { INGEST_ERRORS, IngestFailure } from '../../src/errors.ts';
import { formatOf } from '../../src/ingestion/parsing/formats.ts';
import { below, mutate } from './mutate.ts';

const ROOT = new URL('../../', import.meta.url);
const SAMPLES = new URL('samples/', ROOT);
/** The public test files, where they are. */
const FUZZ_SEEDS = new URL('../shared/data/dev/documents/files/', ROOT);
const SEED_BYTES_MAX = 300_000;
const SIDE_BY_SIDE = 2;
const TIMEOUT_MS = 10_000;
const HEAP_MB = 512;
/** Beyond the deadline: to start and to kill a process on a busy machine. */
const OVERHEAD_MS = 10_000;

interface FuzzTally {
  files: number;
  /** `read`, or the code with which a file was refused, and how often. */
  readonly outcomes: Map<string, number>;
  slowestMs: number;
  /** What may not happen, each with the number of the file. */
  readonly violations: string[];
}

/**
 * Lets the real parsing processes read randomly changed files. The same seed makes the same files.
 *
 * @param options.keep Folder for files that brought a process down or timed out, in which they are left.
 */
export async function fuzzParsers(options: {
  files: number;
  seed: number;
  keep?: string;
  onFile?: (tally: FuzzTally) => void;
}): Promise<FuzzTally> {
  const seeds = readSeeds();
  const folder = mkdtempSync(join(tmpdir(), 'docent-fuzz-'));
  const tally: FuzzTally = { files: 0, outcomes: new Map(), slowestMs: 0, violations: [] };
  await using pool = openParserPool({
    entry: new URL('src/parser-process.ts', ROOT),
    processes: SIDE_BY_SIDE,
    timeoutMs: TIMEOUT_MS,
    heapMb: HEAP_MB,
    readable: [
      ...['src/', 'node_modules/', 'package.json'].map((path) => fileURLToPath(new URL(path, ROOT))),
      folder,
    ],
  });

  async function readOne(number: number): Promise<void> {
    const random = seededRandom(options.seed * 1_000_003 + number);
    const { filename, bytes } = seeds[below(seeds.length, random)]!;
    const other = seeds[below(seeds.length, random)]!.bytes;
    const mutated = mutate(bytes, { filename, other, random });
    const path = join(folder, String(number));
    writeFileSync(path, mutated);
    const startedAt = performance.now();
    const outcome = await outcomeOf(path, filename, mutated).catch((error: unknown) => {
      tally.violations.push(`file ${number} (${filename}): ${String(error)}`);
      return 'violation';
    });
    const tookMs = performance.now() - startedAt;
    if (tookMs > TIMEOUT_MS + OVERHEAD_MS)
      tally.violations.push(`file ${number} (${filename}): ${tookMs} ms`);
    if (options.keep && /^(?:parse_|internal_|violation)/.test(outcome))
      writeFileSync(join(options.keep, `${outcome}-${number}-${filename}`), mutated);
    rmSync(path);
    tally.slowestMs = Math.max(tally.slowestMs, tookMs);
    tally.outcomes.set(outcome, (tally.outcomes.get(outcome) ?? 0) + 1);
    tally.files++;
    options.onFile?.(tally);
  }

  async function outcomeOf(path: string, filename: string, bytes: Uint8Array): Promise<string> {
    const found = formatOf({ filename, mediaType: null, head: bytes.subarray(0, 4096) });
    if ('refusal' in found) return found.refusal.code;
    try {
      const file = { path, format: found.format, title: null, filename };
      const { chunks, text } = await pool.prepare(file, { signal: new AbortController().signal });
      const isWhole = chunks.every(({ start, end }) => start >= 0 && end >= start && end <= text.length);
      if (chunks.length === 0 || !isWhole) throw new Error('chunks are missing or lie outside of the text');
      return 'read';
    } catch (error) {
      if (!(error instanceof IngestFailure) || !(error.code in INGEST_ERRORS)) throw error;
      return error.code;
    }
  }

  try {
    let next = 0;
    const lane = async () => {
      while (next < options.files) await readOne(next++);
    };
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, lane));
    return tally;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** By name, so that a seed means the same on every machine. */
function readSeeds(): { filename: string; bytes: Uint8Array }[] {
  return [SAMPLES, FUZZ_SEEDS]
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => filesIn(fileURLToPath(folder)))
    .toSorted()
    .map((path) => ({ filename: basename(path), bytes: readFileSync(path) }))
    .filter(({ filename, bytes }) => {
      const found = formatOf({ filename, mediaType: null, head: bytes.subarray(0, 4096) });
      return 'format' in found && bytes.length <= SEED_BYTES_MAX;
    });
}
