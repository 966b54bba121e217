/** Writes docs/reference/openapi.json, the document served at /openapi.json. */
import { writeFileSync } from 'node:fs';
import packageJson from '../package.json' with { type: 'json' };
import { openHttpStand } from '../test/http-stand.ts';

// All routes: metrics are off by default.
const metrics = { requestEnded() {}, contentType: 'text/plain', text: async () => '' };
await using stand = await openHttpStand({ version: packageJson.version, metrics });
const document = await (await stand.get('/openapi.json')).json();
writeFileSync(
  new URL('../docs/reference/openapi.json', import.meta.url),
  `${JSON.stringify(document, null, 2)}\n`,
);
