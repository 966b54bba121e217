import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exposureWarning } from './exposure.ts';

test('a server without a key warns more where other machines can reach it', () => {
  for (const host of ['127.0.0.1', '127.1.2.3', '::1', 'localhost'])
    assert.match(exposureWarning({ host, apiKey: '' })!, /^API_KEY is empty: everyone on this machine/);
  for (const host of ['0.0.0.0', '::', '10.0.0.7', 'docs.example.org'])
    assert.match(
      exposureWarning({ host, apiKey: '' })!,
      /^Other machines can reach Docent \(HOST=.+\) and API_KEY is empty/,
    );
  assert.equal(exposureWarning({ host: '0.0.0.0', apiKey: 'a-long-key' }), undefined);
});
