import ipaddr from 'ipaddr.js';
import type { Config } from '../settings/config.ts';

/** Whether other machines can reach a server that listens on `host`. */
export function isReachable(host: string): boolean {
  return host !== 'localhost' && !(ipaddr.isValid(host) && ipaddr.parse(host).range() === 'loopback');
}

/** What an operator must know at the start; undefined with an API key. */
export function exposureWarning({ host, apiKey }: Pick<Config, 'host' | 'apiKey'>): string | undefined {
  if (apiKey !== '') return undefined;
  return isReachable(host)
    ? `Other machines can reach Docent (HOST=${host}) and API_KEY is empty: whoever does may delete documents, review, and see feedback and settings. Set API_KEY, or HOST=127.0.0.1`
    : 'API_KEY is empty: everyone on this machine may delete documents, review, and see feedback and settings';
}
