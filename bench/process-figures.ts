/** Processor time and memory of a server's processes, from `/proc`; Linux only, 0 elsewhere. */
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const IDLE_TIMEOUT_MS = 60_000;
const IDLE_CHECK_MS = 500;
/** Longer than the quiet second after which the embedding model is fitted. */
const IDLE_MS = 2_000;
/** Share of one core. */
const IDLE_SHARE_MAX = 0.05;

/** Milliseconds of one process, user and system, in clock ticks of 10 ms. */
export function cpuMs(pid: number): number {
  return ticks(pid).slice(0, 2).reduce(sum, 0) * 10;
}

/** Milliseconds of its first thread, which serves requests. */
export function mainThreadCpuMs(pid: number): number {
  return Number(read(pid, `task/${pid}/schedstat`).split(' ')[0]) / 1e6;
}

/** Of the process and its children, those included that have ended. */
export function treeCpuMs(pid: number): number {
  return tree(pid).flatMap(ticks).reduce(sum, 0) * 10;
}

/** Resident memory of the process and its children. */
export function rssMb(pid: number): number {
  return Math.round(tree(pid).map(residentKilobytes).reduce(sum, 0) / 1024);
}

/** Waits, within bounds, for work after an ingest: the embedding model is fitted in a thread of the server. */
export async function idle(pid: number): Promise<void> {
  let before = cpuMs(pid);
  let idleMs = 0;
  for (let waitedMs = 0; waitedMs < IDLE_TIMEOUT_MS && idleMs < IDLE_MS; waitedMs += IDLE_CHECK_MS) {
    await pause(IDLE_CHECK_MS);
    const now = cpuMs(pid);
    idleMs = now - before < IDLE_CHECK_MS * IDLE_SHARE_MAX ? idleMs + IDLE_CHECK_MS : 0;
    before = now;
  }
}

/** User and system time of the process, then of its children that ended. */
function ticks(pid: number): number[] {
  const fields = read(pid, 'stat').split(') ')[1]?.split(' ') ?? [];
  return fields.slice(11, 15).map(Number);
}

function residentKilobytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(read(pid, 'status'))?.[1] ?? 0);
}

/** The process and all below it. */
export function tree(pid: number): number[] {
  const children = read(pid, `task/${pid}/children`).trim().split(' ').filter(Boolean).map(Number);
  return [pid, ...children.flatMap(tree)];
}

function read(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

function sum(a: number, b: number): number {
  return a + b;
}
