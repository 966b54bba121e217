import assert from 'node:assert/strict';
import { test } from 'node:test';
import { originForm } from './request-target.ts';

for (const [target, path] of [
  ['/docs?x=1', '/docs?x=1'],
  ['/http://other.example.org/', '/http://other.example.org/'],
  ['http://docent.example.org/docs?x=1', '/docs?x=1'],
  ['HTTPS://user@docent.example.org:8000/docs', '/docs'],
  ['http://docent.example.org', '/'],
  ['http://docent.example.org?x=1', '/?x=1'],
  ['*', '*'],
  ['ftp://docent.example.org/docs', 'ftp://docent.example.org/docs'],
] as const) {
  test(`${target} asks for ${path}`, () => {
    assert.equal(originForm(target), path);
  });
}
