import type { FastifyRequest } from 'fastify';

const LOOKS_PER_TIMEOUT = 30;

export interface UploadPace {
  readonly uploadStallTimeoutMs: number;
  readonly uploadBytesPerSecondMin: number;
}

/**
 * Calls `onStalled` once when a body arrives too slowly: after `uploadStallTimeoutMs` without a byte, or less than
 * `uploadBytesPerSecondMin` for longer. Each byte buys the client some of that time back, up to all of it. Time in which
 * this server does not read does not count.
 */
export function watchPace(
  request: FastifyRequest['raw'],
  { uploadStallTimeoutMs, uploadBytesPerSecondMin }: UploadPace,
  onStalled: () => void,
): Disposable {
  const { socket } = request;
  let leftMs = uploadStallTimeoutMs;
  let [bytesRead, lookedAt] = [socket.bytesRead, performance.now()];
  const timer = setInterval(look, Math.ceil(uploadStallTimeoutMs / LOOKS_PER_TIMEOUT));

  function look(): void {
    if (request.complete || request.destroyed) {
      clearInterval(timer);
      return;
    }
    const passedMs = request.readableFlowing ? performance.now() - lookedAt : 0;
    const boughtMs = ((socket.bytesRead - bytesRead) / uploadBytesPerSecondMin) * 1_000;
    leftMs = Math.min(uploadStallTimeoutMs, leftMs - passedMs + boughtMs);
    [bytesRead, lookedAt] = [socket.bytesRead, performance.now()];
    if (leftMs > 0) return;
    clearInterval(timer);
    onStalled();
  }

  return { [Symbol.dispose]: () => clearInterval(timer) };
}
