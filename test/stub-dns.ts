/**
 * `NODE_OPTIONS` of a server that never leaves this machine: `inside.example.org` leads into a private network, and no
 * other name leads anywhere.
 */
export const STUB_DNS = `--import=data:text/javascript,${encodeURIComponent(`
  import dns from 'node:dns/promises';
  import { syncBuiltinESMExports } from 'node:module';
  dns.lookup = async (host) => {
    if (host === 'inside.example.org') return [{ address: '10.0.0.7', family: 4 }];
    throw Object.assign(new Error('getaddrinfo ENOTFOUND ' + host), { code: 'ENOTFOUND' });
  };
  syncBuiltinESMExports();
`)}`;
