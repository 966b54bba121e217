/** The servers of an OpenSearch cluster, and who calls. */
export interface OpenSearchAddress {
  /** `http(s)://host:port`, at least one. */
  readonly nodes: readonly string[];
  readonly auth?: { readonly username: string; readonly password: string };
  /** Begins the names of Docent's indices. */
  readonly prefix: string;
}

const PORT = 9200;
const PREFIX = 'docent';

/**
 * Reads `opensearch+https://[user:password@]host[:port][,host[:port]…][/prefix]`; `opensearch+http://` is not encrypted.
 * User and password are percent-encoded.
 *
 * @returns Undefined for any other text.
 */
export function openSearchAddressOf(text: string): OpenSearchAddress | undefined {
  const match = /^opensearch\+(https?):\/\/(?:([^@/]*)@)?([^@/?#]+)(?:\/([a-z][a-z0-9_-]{0,63})?)?$/.exec(
    text,
  );
  if (!match) return undefined;
  const [, scheme, user, hosts, prefix = PREFIX] = match;
  const nodes = hosts!.split(',').map((host) => nodeOf(scheme!, host));
  const auth = user === undefined ? undefined : authOf(user);
  if (!nodes.every((node) => node !== undefined) || (user !== undefined && !auth)) return undefined;
  return { nodes, prefix, ...(auth && { auth }) };
}

function nodeOf(scheme: string, host: string): string | undefined {
  const url = URL.parse(`${scheme}://${host}`);
  if (!url || url.port === '0' || !/^(?:\[[\da-f:.]+\]|[\w.-]+)$/i.test(url.hostname)) return undefined;
  // A port that is the scheme's own is left out of a URL.
  const isGiven = /:\d+$/.test(host);
  return isGiven ? `${scheme}://${host}` : `${scheme}://${url.hostname}:${PORT}`;
}

function authOf(user: string): OpenSearchAddress['auth'] | undefined {
  const colon = user.indexOf(':');
  if (colon < 1) return undefined;
  try {
    return {
      username: decodeURIComponent(user.slice(0, colon)),
      password: decodeURIComponent(user.slice(colon + 1)),
    };
  } catch {
    return undefined;
  }
}
