import { connect } from 'node:net';

/** What came back on a connection: the first response that is not an interim one. */
export interface RawResponse {
  readonly status: number;
  /** By lower-case name; of a header that came several times all values, joined by a line end. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

/** A server that says nothing for so long has heard nothing that it could answer yet. */
const SILENCE_MS = 60;
const TIMEOUT_MS = 120_000;

/**
 * Sends bytes on a connection of their own and reads the response.
 *
 * @param options.isWhole Whether the bytes are all that they announce; if not, the connection is closed behind them.
 * @returns undefined when the server closed the connection without a response.
 * @throws When it has neither answered nor closed after two minutes.
 */
export async function exchange(
  port: number,
  bytes: Uint8Array,
  { isWhole, isHead }: { isWhole: boolean; isHead: boolean },
): Promise<RawResponse | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<RawResponse | undefined>();
  const socket = connect(port, '127.0.0.1');
  let received = Buffer.alloc(0);
  const timer = setTimeout(() => reject(new Error(`No response after ${TIMEOUT_MS} ms`)), TIMEOUT_MS);
  const silence = isWhole ? undefined : setTimeout(() => socket.end(), SILENCE_MS);
  const finish = (closed: boolean) => {
    const response = parseResponse(received, { isHead, closed });
    if (response || closed) resolve(response);
  };
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    finish(false);
  });
  socket.on('error', () => {});
  socket.on('close', () => finish(true));
  socket.write(bytes);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    clearTimeout(silence);
    socket.destroy();
  }
}

/** Sends bytes as they are and gives all that comes back until the connection ends, or is silent for too long. */
export function rawExchange(
  port: number,
  bytes: string | Uint8Array,
  { end = false }: { end?: boolean } = {},
): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket = connect(port, '127.0.0.1');
  let reply = '';
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy());
  socket.on('data', (chunk) => {
    reply += chunk.toString('latin1');
  });
  socket.on('close', () => resolve(reply));
  socket.on('error', () => {});
  if (end) socket.end(bytes);
  else socket.write(bytes);
  return promise;
}

/** undefined until it is whole. */
function parseResponse(
  bytes: Buffer,
  { isHead, closed }: { isHead: boolean; closed: boolean },
): RawResponse | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [statusLine, ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine!)?.[1]);
  const rest = bytes.subarray(end + 4);
  if (status < 200) return parseResponse(rest, { isHead, closed });
  const headers = new Map<string, string>();
  for (const line of lines) {
    const [, name, value] = /^([^:]+):\s*(.*)$/.exec(line)!;
    const before = headers.get(name!.toLowerCase());
    headers.set(name!.toLowerCase(), before === undefined ? value! : `${before}\n${value}`);
  }
  const body = isHead || status === 204 || status === 304 ? Buffer.alloc(0) : bodyIn(rest, headers, closed);
  return body && { status, headers, body };
}

function bodyIn(bytes: Buffer, headers: ReadonlyMap<string, string>, closed: boolean): Buffer | undefined {
  const length = headers.get('content-length');
  if (length !== undefined)
    return bytes.length >= Number(length) ? bytes.subarray(0, Number(length)) : undefined;
  if (headers.get('transfer-encoding') !== 'chunked') return closed ? bytes : undefined;
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(bytes.subarray(at, lineEnd).toString('latin1'), 16);
    if (size === 0) return Buffer.concat(chunks);
    chunks.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
    if (at > bytes.length) return undefined;
  }
}
