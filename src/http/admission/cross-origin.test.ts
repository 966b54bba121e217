import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isOrigin } from './cross-origin.ts';

describe('an origin', () => {
  for (const text of ['https://app.example.org', 'http://localhost:5173', 'https://[2001:db8::1]:8443']) {
    it(`may be ${text}`, () => assert.ok(isOrigin(text)));
  }

  for (const text of [
    '*',
    'https://*.example.org',
    'null',
    '',
    'app.example.org',
    'https://app.example.org/',
    'https://app.example.org/path',
    'https://app.example.org:443',
    'https://user@app.example.org',
    'ftp://app.example.org',
    'file:///index.html',
  ]) {
    it(`is not ${JSON.stringify(text)}, which no browser sends or which is not one place`, () => {
      assert.ok(!isOrigin(text));
    });
  }
});
