/**
 * What the server waits for and how much it takes. Settings are in `config.ts`; these are not settings, because no
 * deployment is better off with others. Tests shorten the waits.
 */
export const LIMITS = {
  /** Request line and headers together. */
  headerBytesMax: 16_384,
  /** JSON bodies; uploads have `MAX_FILE_SIZE_MB`. */
  jsonBytesMax: 1_048_576,
  /** Brackets within brackets. */
  jsonDepthMax: 64,
  /** From the first byte of a request to the end of its headers. */
  headersTimeoutMs: 10_000,
  /** From the end of the headers to the end of a JSON body. */
  jsonTimeoutMs: 30_000,
  /** Of a whole request: 50 MB at 0.7 Mbit/s, a slow link that is still of use. */
  uploadTimeoutMs: 600_000,
  /** A client may follow an ingest for so long; then it asks again. */
  followTimeoutMs: 3_600_000,
  /** A reviewer waits for a decision to be carried out; it is, whether he waits or not. */
  decisionTimeoutMs: 30_000,
  /** An idle connection is kept for the next request: longer than the 60 s of common proxies. */
  keepAliveTimeoutMs: 72_000,
  /** Proxies close streams that are silent for 30 to 60 s. */
  heartbeatMs: 15_000,
  /** Of one store in `/ready`, both at the same time. */
  probeTimeoutMs: 2_000,
  /** After a refusal the rest of the body is read and dropped for so long: the client gets to see the answer. */
  lingerMs: 2_000,
  /** Questions under way may be finished for so long when the server stops. */
  shutdownGraceMs: 3_000,
  /** After so long a stop cuts the connections that are left. */
  shutdownCutMs: 8_000,
} as const;

export type Limits = { readonly [Name in keyof typeof LIMITS]: number };
