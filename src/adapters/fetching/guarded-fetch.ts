import { lookup as lookupInDns } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type * as Undici from 'undici';
import { linkedSignal, untilAborted } from '../../concurrency/deadline.ts';
import { IngestFailure } from '../../errors.ts';
import { inEnglish, type Said } from '../../kernel/said.ts';
import type { Validators, VetUrl } from '../../ports/download.ts';
import { isPublicAddress } from './address-rules.ts';
import { downloadTarget } from './download-target.ts';

/** For a whole download, from its DNS lookup to its last byte. */
const DOWNLOAD_TIMEOUT_MS = 30_000;

/** How long one of a host's addresses may take to connect before the next one is tried in parallel. */
const ADDRESS_ATTEMPT_MS = 1_000;

export type GuardedFetch = ReturnType<typeof createGuardedFetch>;

interface HostAddress {
  readonly address: string;
  readonly family: number;
}

/**
 * The only way to fetch addresses named in a request. A host is looked up once, all of its addresses are checked, and
 * connections go only to these. So neither DNS rebinding nor a redirect, which is refused, can reach the internal
 * network.
 *
 * @param options.allowedHosts `*`, or exact names and `*.example.com`; never permits a private address.
 * @param options.lookup Replaces DNS, in tests.
 * @param options.allowAddress Replaces the address rules, so that in tests a loopback server can act as a public host.
 * @param options.timeoutMs For the whole download; 30 seconds.
 */
export function createGuardedFetch(options: {
  allowedHosts: readonly string[];
  lookup?: (host: string) => Promise<readonly HostAddress[]>;
  allowAddress?: (address: string) => boolean;
  timeoutMs?: number;
}) {
  const { allowedHosts, allowAddress = isPublicAddress, timeoutMs = DOWNLOAD_TIMEOUT_MS } = options;
  const { lookup = (host) => lookupInDns(host, { all: true, order: 'verbatim' }) } = options;

  function targetOf(text: string) {
    const target = downloadTarget(text, { allowedHosts, allowAddress });
    if ('reason' in target) throw notAllowed(target.reason);
    return target;
  }

  async function resolve(host: string, signal: AbortSignal): Promise<readonly HostAddress[]> {
    const addresses = isIP(host)
      ? [{ address: host, family: isIP(host) }]
      : await untilAborted(lookup(host), signal);
    if (addresses.length === 0) throw new Error('the host has no address');
    if (!addresses.every(({ address }) => allowAddress(address))) throw notAllowed();
    return addresses;
  }

  /**
   * Sends a request. Disposing of what it returns closes the connection.
   *
   * @param options.since Of an earlier download; null to download in any case.
   */
  async function open(text: string, { signal, since }: { signal: AbortSignal; since: Validators | null }) {
    const { url, host } = targetOf(text);
    await using owner = new AsyncDisposableStack();
    const late = new Error(`It took longer than ${timeoutMs} ms`);
    const limited = owner.use(linkedSignal([signal], { afterMs: timeoutMs, reason: () => late }));
    const translate = (error: unknown) =>
      failureOf(error, { signal, timedOutMs: limited.signal.reason === late ? timeoutMs : undefined });
    const headers = {
      ...REQUEST_HEADERS,
      ...(since?.etag && { 'if-none-match': since.etag }),
      ...(since?.lastModified && { 'if-modified-since': since.lastModified }),
    };
    try {
      const addresses = await resolve(host, limited.signal);
      // Loaded for the first download.
      const { Agent, buildConnector, request } = await import('undici');
      const connect = pinnedConnector(addresses, { buildConnector, allowAddress, timeoutMs });
      const dispatcher = owner.adopt(new Agent({ connect, connections: 1 }), (agent) => agent.destroy());
      const response = await request(url, { headers, dispatcher, signal: limited.signal });
      // The body has no error listener until it is read, and an unhandled error would end the process.
      response.body.on('error', () => {});
      const isUnchanged = since !== null && response.statusCode === 304;
      const refused = isUnchanged ? undefined : failureOfStatus(response.statusCode);
      if (refused) throw refused;
      const body = decode(response.body, headerOf(response.headers['content-encoding']));
      const opened = owner.move();
      return {
        isUnchanged,
        validators: {
          etag: headerOf(response.headers.etag),
          lastModified: headerOf(response.headers['last-modified']),
        },
        mediaType: headerOf(response.headers['content-type']),
        body: translated(body, translate),
        [Symbol.asyncDispose]: () => opened.disposeAsync(),
      };
    } catch (error) {
      throw translate(error);
    }
  }

  return {
    vetUrl(text: string): ReturnType<VetUrl> {
      const target = downloadTarget(text, { allowedHosts, allowAddress });
      return 'reason' in target ? target.reason : undefined;
    },
    /**
     * The addresses of a URL's host, for another program that is to connect to these alone.
     *
     * @throws As `download` does before it connects.
     */
    async addressesOf(text: string, { signal }: { signal: AbortSignal }): Promise<readonly string[]> {
      const { host } = targetOf(text);
      using limited = linkedSignal([signal], {
        afterMs: timeoutMs,
        reason: () => new Error('No address yet'),
      });
      try {
        return (await resolve(host, limited.signal)).map(({ address }) => address);
      } catch (error) {
        throw failureOf(error, { signal, timedOutMs: limited.signal.aborted ? timeoutMs : undefined });
      }
    },
    download: (url: string, { signal }: { signal: AbortSignal }) => open(url, { signal, since: null }),
    /** As `download`; undefined when the host says that the document is still the one of these validators. */
    async downloadChanged(url: string, options: { signal: AbortSignal; since: Validators }) {
      const download = await open(url, options);
      if (!download.isUnchanged) return download;
      await download[Symbol.asyncDispose]();
      return undefined;
    },
  };
}

const REQUEST_HEADERS = { 'user-agent': 'docent', accept: '*/*', 'accept-encoding': 'identity' };

/**
 * Connects to `addresses`, whatever the host's name resolves to by then, and checks the connected address once more:
 * `lookup` is not called when the host is an address.
 */
function pinnedConnector(
  addresses: readonly HostAddress[],
  options: Pick<typeof Undici, 'buildConnector'> & {
    allowAddress: (address: string) => boolean;
    timeoutMs: number;
  },
): Undici.buildConnector.connector {
  const lookup: LookupFunction = (_host, { all }, callback) => {
    if (all) callback(null, [...addresses]);
    else callback(null, addresses[0]!.address, addresses[0]!.family);
  };
  const connect = options.buildConnector({
    lookup,
    timeout: options.timeoutMs,
    autoSelectFamilyAttemptTimeout: ADDRESS_ATTEMPT_MS,
    allowH2: false,
  } as Undici.buildConnector.BuildOptions);
  return (target, callback) => {
    connect(target, (...[error, socket]: Parameters<Undici.buildConnector.Callback>) => {
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
    return new IngestFailure('download_failed', `${answered} Try again later, or upload the document.`);
  return new IngestFailure(
    'download_refused',
    `${answered} Check that the URL leads to the document without signing in.`,
  );
}

/** Some hosts compress unasked. The byte limit counts the decoded document. */
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

/** One message for every failure of a host, so that nobody learns whether a port is open. */
function failureOf(
  error: unknown,
  { signal, timedOutMs }: { signal: AbortSignal; timedOutMs: number | undefined },
): unknown {
  if (error instanceof IngestFailure) return error;
  if (signal.aborted) return signal.reason;
  const message =
    timedOutMs === undefined
      ? 'The document could not be downloaded: its host was not found, or did not answer as a web server does. Check the URL in a browser: if it opens there, upload the document.'
      : `The document could not be downloaded within ${timedOutMs / 1000} seconds. Try again, or upload the file.`;
  return new IngestFailure('download_failed', message, { cause: error });
}

function notAllowed(reason?: Said): IngestFailure {
  return new IngestFailure('url_not_allowed', reason ? `The URL ${inEnglish(reason)}.` : NOT_PUBLIC);
}

/** Omits the address: it would map the network behind the service. */
const NOT_PUBLIC =
  'The URL is not allowed: its host does not have public addresses only. Download the document yourself and upload it.';

function headerOf(value: string | string[] | undefined): string | null {
  return (Array.isArray(value) ? value[0] : value) ?? null;
}
