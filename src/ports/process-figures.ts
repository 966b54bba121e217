/** Resource usage of the process. */
export interface ProcessFigures {
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** Of all its threads. */
  readonly cpuSeconds: number;
  readonly residentBytes: number;
  readonly heapUsedBytes: number;
  readonly heapTotalBytes: number;
  /** Outside the heap, held by objects on it. */
  readonly externalBytes: number;
  /** Since the figures were last read. */
  readonly eventLoopDelay: { readonly p99Ms: number; readonly maxMs: number };
}
