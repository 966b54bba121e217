import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createScriptedModel } from '../../../test/scripted-model.ts';
import type { ModelPart } from '../../ports/language-model.ts';
import { modelText } from './model-text.ts';

const PROMPT = { system: '', messages: [] };

describe('The text of a model', () => {
  it('is well-formed, without control characters, and as long as it was', async () => {
    const pieces = ['a\uD83D', '\uDE00b', '\uDE00\uD83D', '\0c\u001B[2J\r\n\t', '\u009B.\uD83D'];
    const { deltas, finish } = await read({ pieces });
    assert.deepEqual(deltas, ['a', '😀b', '\uFFFD', '\uFFFD c [2J \n\t', ' .', '\uFFFD']);
    assert.equal(deltas.join('').length, pieces.join('').length);
    assert.equal(finish?.reason, 'stop');
  });

  it('is cut at 16 characters a token, which ends the call as the provider would', async () => {
    const { deltas, finish, broken } = await read({ pieces: ['x'.repeat(20), 'y'.repeat(1e6), 'z'] });
    assert.equal(deltas.join(''), 'x'.repeat(20) + 'y'.repeat(12));
    assert.deepEqual(finish, { type: 'finish', reason: 'length', usage: null });
    assert.equal(broken, 1);
  });

  it('may be as long as the bound', async () => {
    const { deltas, finish, broken } = await read({ pieces: ['x'.repeat(32)] });
    assert.deepEqual([deltas.join('').length, finish?.reason, broken], [32, 'stop', 0]);
  });
});

/** Of two tokens. */
async function read({ pieces }: { pieces: string[] }) {
  const { model, broken } = createScriptedModel({ pieces, ends: 'stop' });
  const options = { completionTokensMax: 2, signal: new AbortController().signal };
  const parts: ModelPart[] = [];
  for await (const part of modelText(model, PROMPT, options)) parts.push(part);
  return {
    deltas: parts.flatMap((part) => (part.type === 'text' ? [part.delta] : [])),
    finish: parts.find((part) => part.type === 'finish'),
    broken: broken(),
  };
}
