import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createModelUsage } from './model-usage.ts';

it('usage adds up by model, and costs what the prices say', () => {
  const usage = createModelUsage({
    prices: { 'gpt-4.1-mini': { prompt: 0.4, completion: 1.6 }, 'groq/x': { prompt: 1, completion: 1 } },
  });
  usage.count('openai/gpt-4.1-mini', { calls: 1, promptTokens: 1_000_000 });
  usage.count('openai/gpt-4.1-mini', { calls: 2, failures: 1, completionTokens: 500_000 });
  usage.count('groq/x', { promptTokens: 1_000_000, completionTokens: 1_000_000 });
  usage.count('ollama/free', { promptTokens: 1_000_000 });
  const counters = usage.snapshot();
  assert.equal(counters.get('openai/gpt-4.1-mini')!.calls, 3);
  assert.equal(counters.get('openai/gpt-4.1-mini')!.failures, 1);
  assert.ok(Math.abs(counters.get('openai/gpt-4.1-mini')!.cost! - 1.2) < 1e-9);
  assert.equal(counters.get('groq/x')!.cost, 2);
  assert.equal(counters.get('ollama/free')!.cost, null, 'it has no price');
});

it('reports for each watched model whether calls are withheld now', () => {
  const usage = createModelUsage({ prices: {} });
  let isDown = false;
  usage.watch('openai/a', () => isDown);
  usage.watch('groq/b', () => false);
  assert.deepEqual(
    [...usage.down()],
    [
      ['openai/a', false],
      ['groq/b', false],
    ],
  );
  isDown = true;
  assert.equal(usage.down().get('openai/a'), true);
});
