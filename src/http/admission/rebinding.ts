import ipaddr from 'ipaddr.js';

/**
 * Whether a page may call a URL that has effects without a key. Browsers name the page in `Origin`; other clients send
 * none. A page of this server's own host may, unless the host is a name: by DNS rebinding any name can lead to this
 * server, and the page of that name then has the same origin.
 *
 * @param options.allowed Origins that the operator lists.
 */
export function mayUseAddress(
  { host, origin }: { host?: string | undefined; origin?: string | undefined },
  { allowed }: { allowed: readonly string[] },
): boolean {
  if (origin === undefined || allowed.includes(origin)) return true;
  const page = URL.parse(origin);
  return page !== null && page.host === host && isFixed(page.hostname);
}

/** An address, or the name that always leads to this machine. */
function isFixed(hostname: string): boolean {
  return hostname === 'localhost' || ipaddr.isValid(hostname.replace(/^\[|\]$/g, ''));
}
