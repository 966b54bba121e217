import { type Setting, whole } from './setting-kinds.ts';

/** What the server may take of the machine, and clients of the server. */
export const SERVER_SETTINGS = {
  memoryBudgetMb: whole(
    'MEMORY_BUDGET_MB',
    0,
    { min: 0, max: 1_000_000 },
    'Memory for Docent and the processes that parse files, in MB: caches and heaps follow it. 0: half of what the machine or container has, at most 2048, and no limit but that of Node for the heap of the server.',
  ),
  connectionsMax: whole(
    'CONNECTIONS_MAX',
    2_000,
    { min: 10, max: 100_000 },
    'Connections at the same time. Further ones are closed at once.',
  ),
  connectionsPerClientMax: whole(
    'CONNECTIONS_PER_CLIENT_MAX',
    1_000,
    { min: 1, max: 100_000 },
    'The same from one client address, or from one IPv6 network of /64. Connections of TRUSTED_PROXIES do not count.',
  ),
  uploadStallTimeoutMs: whole(
    'UPLOAD_STALL_TIMEOUT_MS',
    30_000,
    { min: 100, max: 600_000 },
    'How long an upload may bring nothing before it ends with 408, in milliseconds.',
  ),
  uploadBytesPerSecondMin: whole(
    'UPLOAD_BYTES_PER_SECOND_MIN',
    1_024,
    { min: 1, max: 1_000_000 },
    'An upload that brings less over a longer time ends in the same way.',
  ),
} as const satisfies Record<string, Setting>;
