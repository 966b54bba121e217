import { readFileSync } from 'node:fs';

/**
 * Memory of a process in bytes, file caches and off-heap buffers included; undefined where the platform has no /proc,
 * and when the process is gone.
 *
 * @see proc_pid_statm(5): the second number counts resident pages.
 */
export function residentBytesOf(pid: number): number | undefined {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]);
    return Number.isFinite(pages) ? pages * PAGE_BYTES : undefined;
  } catch {
    return undefined;
  }
}

/** On all of Node's platforms except some ARM servers, whose pages are larger: their limit is laxer. */
const PAGE_BYTES = 4096;
