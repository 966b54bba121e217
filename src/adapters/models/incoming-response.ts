/** Bytes buffered before reading from the connection pauses. */
const WAITING_BYTES_MAX = 65_536;
/** How long the rest of an unread body may take. */
const REST_MS = 1_000;

export interface ResponseHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** undici's controls of a running call. */
interface Call {
  abort(reason: Error): void;
  pause(): void;
  resume(): void;
}

/** A response of undici's, without the stream that undici would create. */
export interface IncomingResponse {
  /** For undici's `dispatch`. */
  readonly handler: {
    onRequestStart(call: Call): void;
    onResponseStart(call: Call, status: number, headers: ResponseHead['headers']): void;
    onResponseData(call: Call, piece: Uint8Array): void;
    onResponseEnd(): void;
    onResponseError(call: Call, error: Error): void;
  };
  /** Rejects with the error that ended the call before its response. */
  readonly head: Promise<ResponseHead>;
  /** For a single reader, who may stop early; throws when the connection breaks. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Ends the call and closes its connection; no effect on a finished call. */
  abort(reason: unknown): void;
  /**
   * Stops reading and drops the rest, so that the connection serves another call; ends the call after a second.
   */
  dropRest(): void;
}

export function incomingResponse(): IncomingResponse {
  const head = Promise.withResolvers<ResponseHead>();
  let call: Call | undefined;
  let pieces: Uint8Array[] = [];
  let waitingBytes = 0;
  let reader: PromiseWithResolvers<IteratorResult<Uint8Array>> | undefined;
  let end: 'reached' | { readonly error: unknown } | undefined;
  let rest: NodeJS.Timeout | undefined;
  let isDropped = false;

  function finish(how: NonNullable<typeof end>): void {
    if (end) return;
    end = how;
    clearTimeout(rest);
    if (how === 'reached') reader?.resolve(NOTHING_MORE);
    else {
      head.reject(how.error);
      reader?.reject(how.error);
    }
  }

  function abort(reason: unknown): void {
    if (end) return;
    finish({ error: reason });
    call?.abort(reason as Error);
  }

  return {
    handler: {
      onRequestStart(started) {
        call = started;
        // It was cancelled while it waited for a connection.
        if (end && end !== 'reached') started.abort(end.error as Error);
      },
      onResponseStart(_, status, headers) {
        if (status >= 200) head.resolve({ status, headers });
      },
      onResponseData(_, piece) {
        if (end || isDropped) return;
        if (reader) {
          reader.resolve({ done: false, value: piece });
          reader = undefined;
          return;
        }
        pieces.push(piece);
        waitingBytes += piece.byteLength;
        if (waitingBytes > WAITING_BYTES_MAX) call?.pause();
      },
      onResponseEnd: () => finish('reached'),
      onResponseError: (_, error) => finish({ error }),
    },
    head: head.promise,
    body: {
      [Symbol.asyncIterator]: () => ({
        async next() {
          const piece = pieces.shift();
          if (piece) {
            waitingBytes -= piece.byteLength;
            if (waitingBytes <= WAITING_BYTES_MAX) call?.resume();
            return { done: false, value: piece };
          }
          if (end === 'reached') return NOTHING_MORE;
          if (end) throw end.error;
          reader = Promise.withResolvers();
          return reader.promise;
        },
      }),
    },
    abort,
    dropRest() {
      if (end) return;
      isDropped = true;
      pieces = [];
      rest = setTimeout(() => abort(new Error(`The rest did not come within ${REST_MS} ms`)), REST_MS);
      call?.resume();
    },
  };
}

const NOTHING_MORE: IteratorReturnResult<undefined> = { done: true, value: undefined };
