import { readFileSync } from 'node:fs';

/**
 * Bytes of memory that a process holds right now, file caches and buffers outside of its heap included; undefined
 * where the platform has no /proc, and when the process is gone.
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

/** On every platform that Node is built for but some ARM servers, whose pages are larger: their limit is laxer. */
const PAGE_BYTES = 4096;
