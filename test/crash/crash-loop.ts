import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { mulberry32 } from '../../bench/corpus.ts';
import { quantile } from '../../bench/quantile.ts';
import { launchServer, untilReady } from '../server-process.ts';
import { type CheckParts, check } from './check.ts';
import { checkDatabases } from './check-databases.ts';
import { KILLS_UNTIL_GIVEN_UP } from './check-documents.ts';
import { createCurationBook } from './curation-book.ts';
import { createDocumentBook } from './document-book.ts';
import { type Acknowledged, runBurst } from './driver.ts';
import { type Action, planBurst } from './plan.ts';
import { createTownDocuments } from './town-documents.ts';

export interface CrashOptions {
  /** Kills. */
  readonly cycles: number;
  /** Decides what is sent, and when the process is killed. */
  readonly seed: number;
  readonly onCycle?: (tally: CrashTally) => void;
}

/** What a run has done and seen so far. */
export interface CrashTally {
  cycles: number;
  killsAtStart: number;
  readonly acknowledged: Acknowledged;
  /** Requests that a kill cut off. */
  inFlight: number;
  checks: number;
  givenUp: number;
  /** Questions whose approved answer came back, as a document that it rests on was replaced. */
  stale: number;
  /** Milliseconds from spawn to the first 200 of /ready, one a start that was not killed. */
  readonly recoveriesMs: number[];
  /** Empty when all is well; a run ends at the first cycle that has any. */
  readonly violations: string[];
  /** Where data and logs of a violation are left. */
  folder?: string;
}

const SHARE_KILLED_AT_START = 0.15;
/** A folder is used for so many cycles: long enough to grow, and to learn several embedding models. */
const CYCLES_PER_FOLDER = 100;
/** Clients begin what they do within this time; a kill falls into it, or into the work that goes on behind it. */
const BURST_MS = 300;
const BUSY_MS = 700;
/** How long after a request began the kills that are to cut one off come on average. */
const CUT_OFF_MS = 15;
const SHARE_CUT_OFF = 0.4;
/** Now and then the process lives long enough to learn an embedding model, and is killed meanwhile. */
const SHARE_LONG = 0.08;
const LONG_MS = 3_000;
/** How long a start takes, as long as none was measured; a kill falls into one and a little beyond it. */
const START_MS_AT_FIRST = 600;
const START_SPREAD = 1.2;
const CYCLES_PER_DATABASE_CHECK = 10;
/** The line that says that a document has seen the process die too often. */
const GIVEN_UP = 'Ingest abandoned after too many attempts';
const SETTINGS = { RATE_LIMIT_PER_MINUTE: '0' };

/**
 * Starts the real server on one folder, sends it requests, and kills it with SIGKILL, again and again: at a random
 * moment of a burst of requests, or, in 15 % of the cycles, of its start. After every start that is let through,
 * everything that the service shows is held against what the replies before allow.
 */
export async function runCrashLoop({ cycles, seed, onCycle }: CrashOptions): Promise<CrashTally> {
  const tally: CrashTally = {
    ...{ cycles: 0, killsAtStart: 0, inFlight: 0, checks: 0, givenUp: 0, stale: 0 },
    acknowledged: { puts: 0, deletions: 0, answers: 0, decisions: 0, feedback: 0, replays: 0, retries: 0 },
    recoveriesMs: [],
    violations: [],
  };
  for (let first = 0; first < cycles && tally.violations.length === 0; first += CYCLES_PER_FOLDER) {
    const folder = mkdtempSync(join(tmpdir(), 'docent-crash-'));
    const behind = Math.min(first + CYCLES_PER_FOLDER, cycles);
    try {
      await runOnFolder(folder, { first, behind, seed, tally, onCycle: onCycle ?? (() => {}) });
    } catch (error) {
      tally.violations.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
    }
    if (tally.violations.length === 0) rmSync(folder, { recursive: true, force: true });
    else tally.folder = folder;
  }
  return tally;
}

async function runOnFolder(
  folder: string,
  run: {
    first: number;
    behind: number;
    seed: number;
    tally: CrashTally;
    onCycle: (tally: CrashTally) => void;
  },
): Promise<void> {
  const { first, behind, seed, tally, onCycle } = run;
  const towns = createTownDocuments(seed * 1_000_003 + first);
  const parts: CheckParts = {
    book: createDocumentBook(),
    curation: createCurationBook(),
    dataFolder: join(folder, 'data'),
    chunkCounts: new Map(),
    leftovers: new Set(),
  };
  let kills = 0;
  const staleBefore = tally.stale;

  /** A start that is let through, and the check. */
  async function recover(server: Server, spawnedAt: number): Promise<string> {
    const url = await server.listening();
    await untilReady(url);
    tally.recoveriesMs.push(performance.now() - spawnedAt);
    tally.violations.push(...(await check({ url, kills, ...parts })));
    tally.checks += 1;
    tally.stale = staleBefore + parts.curation.stale.size;
    if (kills >= KILLS_UNTIL_GIVEN_UP) {
      tally.givenUp += parts.book.all().filter(({ isGivenUp }) => isGivenUp).length;
    }
    kills = 0;
    return url;
  }

  /** Clients, until the process is killed under them. */
  async function burst(server: Server, url: string, random: () => number, prefix: string): Promise<void> {
    const actions = planBurst({ ...parts, towns, random, prefix }, BURST_MS);
    const killed = new AbortController();
    const running = runBurst(actions, {
      url,
      ...parts,
      acknowledged: tally.acknowledged,
      signal: killed.signal,
    });
    await pause(killMoment(actions, random));
    killed.abort();
    const { code } = await server.stop('SIGKILL');
    if (code !== null) tally.violations.push(`the process ended by itself, with ${code}`);
    tally.violations.push(...errorsIn(server.output()));
    const { inFlight, violations } = await running;
    tally.inFlight += inFlight;
    tally.violations.push(...violations);
  }

  for (let cycle = first; cycle <= behind && tally.violations.length === 0; cycle += 1) {
    const random = mulberry32(seed * 1_000_003 + cycle);
    const isKilledAtStart = random() < SHARE_KILLED_AT_START && cycle > first && cycle < behind;
    const spawnedAt = performance.now();
    const server = launchServer(folder, SETTINGS);
    try {
      if (isKilledAtStart) {
        await pause(random() * START_SPREAD * (quantile(tally.recoveriesMs, 0.5) || START_MS_AT_FIRST));
        tally.killsAtStart += 1;
      } else {
        const url = await recover(server, spawnedAt);
        // The last start is there for its check alone.
        if (cycle === behind || tally.violations.length > 0) return;
        await burst(server, url, random, `c${cycle}`);
      }
    } catch (error) {
      throw new Error(`In cycle ${cycle}:\n${server.output().slice(-2_000)}`, { cause: error });
    } finally {
      await server.stop('SIGKILL');
    }
    kills += 1;
    tally.cycles += 1;
    if (cycle % CYCLES_PER_DATABASE_CHECK === 0) tally.violations.push(...checkDatabases(parts.dataFolder));
    onCycle(tally);
  }
}

type Server = ReturnType<typeof launchServer>;

/** What the process logged as its own fault. */
function errorsIn(output: string): string[] {
  return output.split('\n').filter((line) => / ERROR /.test(line) && !line.includes(GIVEN_UP));
}

/** Milliseconds after the burst began. */
function killMoment(actions: readonly Action[], random: () => number): number {
  if (random() < SHARE_LONG) return BUSY_MS + random() * (LONG_MS - BUSY_MS);
  if (random() > SHARE_CUT_OFF) return random() * BUSY_MS;
  const { atMs } = actions[Math.floor(random() * actions.length)]!;
  return atMs - CUT_OFF_MS * Math.log(1 - random());
}
