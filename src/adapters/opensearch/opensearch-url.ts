import { percentDecoded } from '../../kernel/percent-decoded.ts';

/** The servers of an OpenSearch cluster, and who calls. */
export interface OpenSearchUrl {
  /** `http(s)://host:port`, at least one. */
  readonly nodes: readonly string[];
  readonly auth?: { readonly username: string; readonly password: string };
  /** Begins the names of Docent's indices. */
  readonly prefix: string;
  /** Of an index that is created again. */
  readonly shards: number;
  readonly replicas: number;
}

const PORT = 9200;
const PREFIX = 'docent';

const SHARDS_MAX = 1_024;
const REPLICAS_MAX = 8;

/**
 * Reads `opensearch+https://[user:password@]host[:port][,host[:port]…][/prefix][?shards=…&replicas=…]`;
 * `opensearch+http://` is not encrypted. User and password are percent-encoded. By default there is one shard, and one
 * replica where several nodes are named.
 *
 * @returns Undefined for any other text.
 */
export function parseOpenSearchUrl(text: string): OpenSearchUrl | undefined {
  const match =
    /^opensearch\+(https?):\/\/(?:([^@/]*)@)?([^@/?#]+)(?:\/([a-z][a-z0-9_-]{0,63})?)?(?:\?(.*))?$/.exec(
      text,
    );
  if (!match) return undefined;
  const [, scheme, user, hosts, prefix = PREFIX, query] = match;
  const nodes = hosts!.split(',').map((host) => nodeOf(scheme!, host));
  const auth = user === undefined ? undefined : authOf(user);
  if (!nodes.every((node) => node !== undefined) || (user !== undefined && !auth)) return undefined;
  const sizes = sizesOf(new URLSearchParams(query), nodes.length);
  return sizes && { nodes, prefix, ...sizes, ...(auth && { auth }) };
}

function sizesOf(parameters: URLSearchParams, nodes: number) {
  if ([...parameters.keys()].some((name) => name !== 'shards' && name !== 'replicas')) return undefined;
  const shards = Number(parameters.get('shards') ?? 1);
  const replicas = Number(parameters.get('replicas') ?? Math.min(1, nodes - 1));
  if (!Number.isInteger(shards) || shards < 1 || shards > SHARDS_MAX) return undefined;
  if (!Number.isInteger(replicas) || replicas < 0 || replicas > REPLICAS_MAX) return undefined;
  return { shards, replicas };
}

function nodeOf(scheme: string, host: string): string | undefined {
  const url = URL.parse(`${scheme}://${host}`);
  if (!url || url.port === '0' || !/^(?:\[[\da-f:.]+\]|[\w.-]+)$/i.test(url.hostname)) return undefined;
  // A port that is the scheme's own is left out of a URL.
  const isGiven = /:\d+$/.test(host);
  return isGiven ? `${scheme}://${host}` : `${scheme}://${url.hostname}:${PORT}`;
}

function authOf(user: string): OpenSearchUrl['auth'] | undefined {
  const colon = user.indexOf(':');
  const username = percentDecoded(user.slice(0, Math.max(0, colon)));
  const password = percentDecoded(user.slice(colon + 1));
  return username && password !== undefined ? { username, password } : undefined;
}
