import { percentDecoded } from '../../kernel/percent-decoded.ts';
import { present } from '../../kernel/present.ts';

/** Where a Redis server listens, and who calls. */
export interface RedisUrl {
  readonly host: string;
  readonly port: number;
  /** Number of the database. */
  readonly db: number;
  readonly username?: string;
  readonly password?: string;
  /** The connection is encrypted, and the server's certificate checked. */
  readonly encrypted: boolean;
}

const PORT = 6379;

/**
 * Reads `redis://[[user]:password@]host[:port][/db]`; `rediss://` is encrypted. User and password are percent-encoded.
 *
 * @returns Undefined for any other text.
 * @see https://www.iana.org/assignments/uri-schemes/prov/redis
 */
export function parseRedisUrl(text: string): RedisUrl | undefined {
  const url = URL.parse(text);
  const db = /^\/?(\d{0,5})$/.exec(url?.pathname ?? '-');
  if (!url || !db || !/^rediss?:$/.test(url.protocol) || !/^(?:\[[\da-f:.]+\]|[\w.-]+)$/i.test(url.hostname))
    return undefined;
  if (url.search !== '' || url.hash !== '' || url.port === '0') return undefined;
  const [username, password] = [percentDecoded(url.username), percentDecoded(url.password)];
  // Redis names nobody who has no password.
  if (username === undefined || password === undefined || (username !== '' && password === ''))
    return undefined;
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || PORT),
    db: Number(db[1]),
    ...present({ username: username || undefined, password: password || undefined }),
    encrypted: url.protocol === 'rediss:',
  };
}
