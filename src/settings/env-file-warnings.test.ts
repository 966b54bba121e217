import assert from 'node:assert/strict';
import { test } from 'node:test';
import { envFileWarnings } from './env-file-warnings.ts';

for (const [text, said] of [
  ['LLM_PROVDER=openai', ['.env, line 1: LLM_PROVDER is not a setting. Did you mean LLM_PROVIDER?']],
  ['\n# port\nport = 9', ['.env, line 3: port is not a setting. Did you mean PORT?']],
  [
    'PORT 8000\nexport API_KEY: s3cret==',
    [
      '.env, line 1: PORT is not set as there is no "=" behind it. Write PORT=<value>.',
      '.env, line 2: API_KEY is not set as there is no "=" behind it. Write API_KEY=<value>.',
    ],
  ],
  ['TOP_K\r\n', ['.env, line 1: TOP_K is not set as there is no "=" behind it. Write TOP_K=<value>.']],
  ['API_KEY="PORT 1\nPORT 2"\nHOTS=::1', ['.env, line 3: HOTS is not a setting. Did you mean HOST?']],
  ['export PORT=8000\nTOP_K =3\n  API_KEY="a b"', []],
  ['NODE_ENV=production\nPATH=/bin\nSMTP_HOST=mail\n# LLM_PROVDER=x\nPO RT', []],
] as const) {
  test(`.env with ${JSON.stringify(text)} is warned of ${said.length} lines`, () => {
    assert.deepEqual(envFileWarnings(text), said);
  });
}
