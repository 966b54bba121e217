import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import robotsModule from 'robots-parser';
import { asError, IngestFailure } from '../../errors.ts';
import type { Validators } from '../../ports/download.ts';
import { type SourceDriver, SourceFailure, type SourceItem } from '../../ports/source-driver.ts';
import type { GuardedFetch } from '../fetching/guarded-fetch.ts';
import { tooMany } from './folder.ts';
import { readSiteList, type SiteEntry, type SiteList } from './site-list.ts';

/** Its types are those of an ES module, which it is not. */
const robotsParser = robotsModule as unknown as typeof robotsModule.default;

const USER_AGENT = 'docent';
/** Pages downloaded at the same time, where robots.txt asks for no delay. */
const OPEN_AT_ONCE = 2;
/** A longer delay between pages is not waited for. */
const DELAY_MAX_MS = 30_000;
/** Of a robots.txt (RFC 9309 asks for 500 KiB at least), and of a list. */
const ROBOTS_BYTES_MAX = 512 * 1024;
const LIST_BYTES_MAX = 50 * 1024 * 1024;
/** Sitemaps that an index names. */
const LISTS_MAX = 1_000;
const URL_LENGTH_MAX = 2_048;

type Robots = Pick<ReturnType<typeof robotsParser>, 'isAllowed' | 'getCrawlDelay' | 'getSitemaps'>;

/**
 * The pages of a site that its sitemap or feed lists, as far as they are on the same host and its robots.txt allows.
 * The location is a sitemap, a feed, or a site, whose robots.txt or `/sitemap.xml` is asked then.
 */
export function createWebSource(web: GuardedFetch): SourceDriver {
  /** @throws {SourceFailure} When the host does not say what it allows (RFC 9309, 2.3.1.4). */
  async function robotsOf(origin: string, signal: AbortSignal): Promise<Robots> {
    const url = `${origin}/robots.txt`;
    try {
      await using download = await web.download(url, { signal });
      const robots = await Array.fromAsync(bounded(download.body, ROBOTS_BYTES_MAX));
      return robotsParser(url, Buffer.concat(robots).toString());
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof IngestFailure && error.code === 'download_refused') return robotsParser(url, '');
      throw new SourceFailure(`${url} cannot be read, so nothing is: ${asError(error).message}`, {
        cause: error,
      });
    }
  }

  async function listAt(url: string, signal: AbortSignal): Promise<SiteList> {
    try {
      await using download = await web.download(url, { signal });
      return await readSiteList(bounded(unzipped(download.body), LIST_BYTES_MAX));
    } catch (error) {
      signal.throwIfAborted();
      throw new SourceFailure(`${url} cannot be read: ${asError(error).message}`, { cause: error });
    }
  }

  return {
    vet: ({ location }) => web.vetUrl(location),

    async list({ location }, { itemsMax, signal }) {
      const site = new URL(location);
      const robots = await robotsOf(site.origin, signal);
      const waiting = site.pathname === '/' ? startsOf(site, robots) : [site.href];
      const pages = new Map<string, SiteEntry>();
      let isComplete = true;
      for (let read = 0; waiting.length > 0; read += 1) {
        if (read === LISTS_MAX) throw new SourceFailure(`It has more than ${LISTS_MAX} sitemaps.`);
        const { kind, entries } = await listAt(waiting.shift()!, signal);
        if (kind === 'feed') isComplete = false;
        for (const entry of entries) {
          const url = URL.parse(entry.url, site.href);
          if (!url || url.host !== site.host || url.href.length > URL_LENGTH_MAX) continue;
          url.hash = '';
          if (kind === 'sitemaps') waiting.push(url.href);
          else if (robots.isAllowed(url.href, USER_AGENT) !== false) pages.set(url.href, entry);
          if (pages.size > itemsMax) throw tooMany(itemsMax);
        }
      }
      const delayMs = Math.min((robots.getCrawlDelay(USER_AGENT) ?? 0) * 1_000, DELAY_MAX_MS);
      const pace = createPace(delayMs);
      return {
        items: [...pages].map(([url, entry]) => itemOf(url, entry, { web, pace })),
        ...{ isUnchanged: false, isComplete, revision: null },
        openAtOnce: delayMs > 0 ? 1 : OPEN_AT_ONCE,
        async [Symbol.asyncDispose]() {},
      };
    },
  };
}

function startsOf({ origin, host }: URL, robots: Robots): string[] {
  const named = robots.getSitemaps().filter((url) => URL.parse(url)?.host === host);
  return named.length > 0 ? named.slice(0, LISTS_MAX) : [`${origin}/sitemap.xml`];
}

function itemOf(
  url: string,
  { modified }: SiteEntry,
  { web, pace }: { web: GuardedFetch; pace: (signal: AbortSignal) => Promise<void> },
): SourceItem {
  return {
    key: url,
    async open(mark, { signal }) {
      const known =
        mark === null ? undefined : (JSON.parse(mark) as Validators & { modified: string | null });
      if (known && modified !== null && modified === known.modified) return undefined;
      await pace(signal);
      const since = known ?? { etag: null, lastModified: null };
      const download = await web.downloadChanged(url, { signal, since });
      if (!download) return undefined;
      const { body, mediaType, validators } = download;
      return {
        ...{ body, mediaType, url, mark: JSON.stringify({ modified, ...validators }) },
        [Symbol.asyncDispose]: () => download[Symbol.asyncDispose](),
      };
    },
  };
}

/** Lets pages that come one after another pass `delayMs` apart. */
function createPace(delayMs: number): (signal: AbortSignal) => Promise<void> {
  let isFirst = true;
  return async (signal) => {
    if (delayMs > 0 && !isFirst) await sleep(delayMs, undefined, { signal });
    isFirst = false;
  };
}

async function* bounded(body: AsyncIterable<Uint8Array>, bytesMax: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.byteLength;
    if (bytes > bytesMax) throw new SourceFailure(`It has more than ${bytesMax} bytes.`);
    yield piece;
  }
}

/** `sitemap.xml.gz` has these bytes; its decoded size is bounded by the reader. */
async function* unzipped(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const pieces = body[Symbol.asyncIterator]();
  const first = await pieces.next();
  if (first.done) return;
  const rest = async function* () {
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => pieces };
  };
  if (first.value[0] !== 0x1f || first.value[1] !== 0x8b) yield* rest();
  else yield* Readable.from(rest()).compose(createGunzip());
}
