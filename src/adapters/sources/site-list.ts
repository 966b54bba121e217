import { SaxesParser } from 'saxes';
import { SourceFailure } from '../../ports/source-driver.ts';

/** The pages that a sitemap (sitemaps.org), RSS 1.0 or 2.0, or an Atom feed (RFC 4287) lists. */
export interface SiteList {
  /** `sitemaps`: the entries are lists themselves. `feed`: the latest pages alone. */
  readonly kind: 'pages' | 'sitemaps' | 'feed';
  readonly entries: readonly SiteEntry[];
}

export interface SiteEntry {
  /** As written. */
  readonly url: string;
  /** When it was last changed, as written; null when the list does not say. */
  readonly modified: string | null;
}

/** By local name of the root: the kind of the list, and the elements that its entries, URLs and times are in. */
const LISTS: Readonly<
  Record<string, { kind: SiteList['kind']; entry: string; url: string; modified: string }>
> = {
  urlset: { kind: 'pages', entry: 'url', url: 'loc', modified: 'lastmod' },
  sitemapindex: { kind: 'sitemaps', entry: 'sitemap', url: 'loc', modified: 'lastmod' },
  rss: { kind: 'feed', entry: 'item', url: 'link', modified: '' },
  RDF: { kind: 'feed', entry: 'item', url: 'link', modified: '' },
  feed: { kind: 'feed', entry: 'entry', url: 'link', modified: 'updated' },
};

/** Elements within each other. */
const DEPTH_MAX = 64;

/**
 * Reads a list piece by piece. No entity is declared or fetched.
 *
 * @throws {SourceFailure} When it is another kind of file.
 */
export async function readSiteList(pieces: AsyncIterable<Uint8Array>): Promise<SiteList> {
  const parser = new SaxesParser();
  const decoder = new TextDecoder();
  const entries: SiteEntry[] = [];
  let list: (typeof LISTS)[string] | undefined;
  let depth = 0;
  let entry: { url: string; modified: string | null; depth: number } | undefined;
  let text = '';

  parser.on('opentag', ({ name, attributes }) => {
    depth += 1;
    text = '';
    const local = localName(name);
    if (depth > DEPTH_MAX) throw notAList();
    if (depth === 1) list = LISTS[local];
    if (!list) throw notAList();
    if (local === list.entry) entry = { url: '', modified: null, depth };
    const { href, rel = 'alternate' } = attributes as Record<string, string>;
    if (entry && entry.depth + 1 === depth && local === list.url && href && rel === 'alternate')
      entry.url ||= href;
  });
  const add = (more: string) => {
    text += more;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', ({ name }) => {
    const local = localName(name);
    if (entry && list && entry.depth + 1 === depth) {
      if (local === list.url) entry.url ||= text.trim();
      if (local === list.modified) entry.modified ??= text.trim() || null;
    }
    if (entry?.depth === depth) {
      if (entry.url !== '') entries.push({ url: entry.url, modified: entry.modified });
      entry = undefined;
    }
    depth -= 1;
  });
  parser.on('error', () => {
    throw notAList();
  });
  for await (const piece of pieces) parser.write(decoder.decode(piece, { stream: true }));
  parser.write(decoder.decode()).close();
  if (!list) throw notAList();
  return { kind: list.kind, entries };
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function notAList(): SourceFailure {
  return new SourceFailure('It is no sitemap, and no RSS or Atom feed.');
}
