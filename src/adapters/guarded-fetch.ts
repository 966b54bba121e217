import { lookup as lookupInDns } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Agent, buildConnector, request } from 'undici';
import { IngestFailure } from '../errors.ts';
import type { Download, DownloadDocument, VetUrl } from '../ports/download.ts';
import { isPublicAddress } from './address-rules.ts';
import { downloadTarget } from './download-target.ts';

/** For the whole of a download, from the look-up of its host to its last byte. */
const DOWNLOAD_TIMEOUT_MS = 30_000;

/** How long one of a host's addresses may take to connect before the next one is tried as well. */
const ADDRESS_ATTEMPT_MS = 1_000;

export interface GuardedFetch {
  readonly vetUrl: VetUrl;
  readonly download: DownloadDocument;
}

interface HostAddress {
  readonly address: string;
  readonly family: number;
}

/**
 * The one way out to addresses that a request named. A host is looked up once, all of its addresses are judged, and
 * only these are connected to; so neither a name that changes its mind, nor a redirect, which is refused, leads inside.
 *
 * @param options.allowedHosts `*`, or exact names and `*.example.com`; never opens a private address.
 * @param options.lookup Replaces DNS, in tests.
 * @param options.allowAddress Replaces the address rules, so that in tests a server on loopback can play a public host.
 * @param options.timeoutMs For the whole download; 30 seconds.
 */
export function createGuardedFetch(options: {
  allowedHosts: readonly string[];
  lookup?: (host: string) => Promise<readonly HostAddress[]>;
  allowAddress?: (address: string) => boolean;
  timeoutMs?: number;
}): GuardedFetch {
  const {
    allowedHosts,
    lookup = lookupAll,
    allowAddress = isPublicAddress,
    timeoutMs = DOWNLOAD_TIMEOUT_MS,
  } = options;

  async function download(text: string, { signal }: { signal: AbortSignal }): Promise<Download> {
    const deadline = AbortSignal.timeout(timeoutMs);
    const ends = AbortSignal.any([signal, deadline]);
    const translate = (error: unknown) => failureOf(error, { signal, deadline, timeoutMs });

    const target = downloadTarget(text, { allowedHosts, allowAddress });
    if ('reason' in target) throw notAllowed(target.reason);
    const { url, host } = target;
    let agent: Agent | undefined;
    try {
      const addresses = isIP(host)
        ? [{ address: host, family: isIP(host) }]
        : await until(lookup(host), ends);
      if (addresses.length === 0) throw new Error('the host has no address');
      if (!addresses.every(({ address }) => allowAddress(address))) throw notAllowed();

      agent = new Agent({ connect: pinnedConnector(addresses, { allowAddress, timeoutMs }), connections: 1 });
      const response = await request(url, { dispatcher: agent, signal: ends, headers: REQUEST_HEADERS });
      // Nothing listens to the body until it is read, and an error that nobody listens to would end the process.
      response.body.on('error', () => {});
      const refused = failureOfStatus(response.statusCode);
      if (refused) throw refused;
      const body = decode(response.body, headerOf(response.headers['content-encoding']));
      const opened = agent;
      return {
        mediaType: headerOf(response.headers['content-type']),
        body: translated(body, translate),
        [Symbol.asyncDispose]: () => opened.destroy(),
      };
    } catch (error) {
      await agent?.destroy();
      throw translate(error);
    }
  }

  return {
    vetUrl: (text) => {
      const target = downloadTarget(text, { allowedHosts, allowAddress });
      return 'reason' in target ? target.reason : undefined;
    },
    download,
  };
}

const REQUEST_HEADERS = { 'user-agent': 'docent', accept: '*/*', 'accept-encoding': 'identity' };

function lookupAll(host: string): Promise<HostAddress[]> {
  return lookupInDns(host, { all: true, order: 'verbatim' });
}

/**
 * Connects to `addresses` whatever the host's name resolves to by then, and looks once more at the address that the
 * connection has reached: `lookup` is not asked when the host is an address itself.
 */
function pinnedConnector(
  addresses: readonly HostAddress[],
  options: { allowAddress: (address: string) => boolean; timeoutMs: number },
): buildConnector.connector {
  const lookup: LookupFunction = (_host, { all }, callback) => {
    if (all) callback(null, [...addresses]);
    else callback(null, addresses[0]!.address, addresses[0]!.family);
  };
  const connect = buildConnector({
    lookup,
    timeout: options.timeoutMs,
    autoSelectFamilyAttemptTimeout: ADDRESS_ATTEMPT_MS,
    allowH2: false,
  } as buildConnector.BuildOptions);
  return (target, callback) => {
    connect(target, (...[error, socket]: Parameters<buildConnector.Callback>) => {
      if (error) return callback(error, null);
      if (socket.remoteAddress && options.allowAddress(socket.remoteAddress)) return callback(null, socket);
      socket.destroy();
      callback(notAllowed(), null);
    });
  };
}

function failureOfStatus(status: number): IngestFailure | undefined {
  if (status === 200 || status === 203) return undefined;
  const answered = `The document could not be downloaded: the host answered with status ${status}.`;
  if (status >= 300 && status < 400) {
    return new IngestFailure(
      'download_refused',
      'The URL redirects to another one. Redirects are not followed: give the final URL of the document.',
    );
  }
  if (status === 408 || status === 425 || status === 429 || status >= 500)
    return new IngestFailure('download_failed', answered);
  return new IngestFailure(
    'download_refused',
    `${answered} Check that the URL leads to the document without signing in.`,
  );
}

/** Some hosts compress unasked. Decoded, so that the limit counts what the document is, not what it was packed into. */
function decode(body: Readable, encoding: string | null): Readable {
  const name = encoding?.trim().toLowerCase() ?? 'identity';
  if (name === '' || name === 'identity') return body;
  const open = DECODERS.get(name);
  if (!open) {
    throw new IngestFailure(
      'download_refused',
      'The document could not be downloaded: the host sends it in an unknown encoding.',
    );
  }
  return pipeline(body, open(), () => {});
}

const DECODERS: ReadonlyMap<string, () => ReturnType<typeof createGunzip>> = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

async function* translated(
  body: Readable,
  translate: (error: unknown) => unknown,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw translate(error);
  }
}

/** One message for every way a host can fail, so that an open port cannot be told from a closed one. */
function failureOf(
  error: unknown,
  { signal, deadline, timeoutMs }: { signal: AbortSignal; deadline: AbortSignal; timeoutMs: number },
): unknown {
  if (error instanceof IngestFailure) return error;
  if (signal.aborted) return signal.reason;
  const message = deadline.aborted
    ? `The document could not be downloaded within ${timeoutMs / 1000} seconds. Try again, or upload the file.`
    : 'The document could not be downloaded: its host was not found, or did not answer as a web server does.';
  return new IngestFailure('download_failed', message, { cause: error });
}

function notAllowed(reason = NOT_PUBLIC): IngestFailure {
  return new IngestFailure('url_not_allowed', reason);
}

/** Does not say which address it was: that would map the network behind the service. */
const NOT_PUBLIC = 'The URL is not allowed: its host does not have public addresses only.';

function headerOf(value: string | string[] | undefined): string | null {
  return (Array.isArray(value) ? value[0] : value) ?? null;
}

/** The promise's outcome, or the signal's reason when that comes first; a look-up itself cannot be stopped. */
function until<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', onAbort));
}
