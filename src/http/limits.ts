/**
 * The server's timeouts and sizes. They are not settings, because no deployment needs other values. Tests
 * shorten the waits.
 */
export const LIMITS = {
  /** Request line and headers together. */
  headerBytesMax: 16_384,
  /** JSON bodies; uploads have `MAX_FILE_SIZE_MB`. */
  jsonBytesMax: 1_048_576,
  /** Texts to embed: 300,000 tokens, as OpenAI's clients send at most, and some more. */
  embeddingBytesMax: 4_194_304,
  /** Nesting of brackets. */
  jsonDepthMax: 64,
  /** From the first byte of a request to the end of its headers. */
  headersTimeoutMs: 10_000,
  /** From the end of the headers to the end of a JSON body. */
  jsonTimeoutMs: 30_000,
  /** For a whole upload: 50 MB at 0.7 Mbit/s, a slow but usable link. */
  uploadTimeoutMs: 600_000,
  /** How long a client may follow an ingest before it has to ask again. */
  followTimeoutMs: 3_600_000,
  /**
   * For any other request, from its body to the end of its answer: longer than a decision of a reviewer waits before it
   * answers that it is underway.
   */
  requestTimeoutMs: 30_000,
  /** How long an idle connection is kept: longer than the 60 s of common proxies. */
  keepAliveTimeoutMs: 72_000,
  /** Proxies close streams that are silent for 30 to 60 s. */
  heartbeatMs: 15_000,
  /** For each store in `/ready`; both are probed in parallel. */
  probeTimeoutMs: 2_000,
  /** How long the rest of a refused body is read and dropped, so that the client can read the answer. */
  lingerMs: 2_000,
  /** How long running questions may take to finish when the server stops. */
  shutdownGraceMs: 3_000,
  /** After this time a stop cuts the remaining connections. */
  shutdownCutMs: 8_000,
} as const;

export type Limits = { readonly [Name in keyof typeof LIMITS]: number };
