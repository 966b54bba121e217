import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ProviderFailure } from './provider-failure.ts';
import { withoutSecrets } from './secrets.ts';

const KEY = 'sk-secret-of-test';

describe('A failure without secrets', () => {
  it('has them masked in its causes, too, and in their stacks', () => {
    const inner = new TypeError(`invalid header: ${KEY}`);
    const cause = new Error(`could not send ${KEY}`, { cause: inner });
    const { cause: shown } = withoutSecrets(new ProviderFailure('unavailable', { cause }), [KEY]);
    assert.ok(shown instanceof Error && shown.cause instanceof Error);
    assert.equal(shown.message, 'could not send ***');
    assert.deepEqual([shown.cause.name, shown.cause.message], ['TypeError', 'invalid header: ***']);
    assert.doesNotMatch(`${shown.stack} ${shown.cause.stack}`, /sk-secret/);
  });

  it('has its words masked before they are cut, so that no part of a secret is left at the cut', () => {
    const said = `${'x'.repeat(290)}${KEY}${'y'.repeat(5_000)}`;
    const failure = withoutSecrets(new ProviderFailure('rejected', { status: 401, said }), [KEY]);
    assert.equal(failure.said, `${'x'.repeat(290)}***${'y'.repeat(7)}`);
    assert.deepEqual([failure.kind, failure.status], ['rejected', 401]);
  });

  it('has a secret masked as a whole that begins with another one', () => {
    const failure = new ProviderFailure('rejected', { said: `${KEY}-long` });
    assert.equal(withoutSecrets(failure, [KEY, `${KEY}-long`]).said, '***');
  });
});
