import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createScriptedModel } from '../../../test/scripted-model.ts';
import type { ConversationKey } from '../conversation/memory.ts';
import { createRecaps } from './recaps.ts';

test('a conversation shared by all who name neither themselves nor it is not summed up', async () => {
  const turns = Array.from({ length: 4 }, (_, n) => ({ question: `Question ${n}?`, answer: `Answer ${n}.` }));
  const scripted = createScriptedModel('All of it.', 'All of it.');
  const first = Promise.withResolvers<ConversationKey>();
  await using recaps = createRecaps({
    memory: { recall: async () => ({ turns, summary: [] }), sumUp: async (key) => first.resolve(key) },
    languageModel: scripted.model,
    newMarker: () => 'f'.repeat(16),
    timeoutMs: 5_000,
    logger: { debug() {}, info() {}, warn() {}, error() {}, enabled: () => false },
  });
  recaps.remembered({ userId: 'anonymous', conversationId: 'default' });
  recaps.remembered({ userId: 'ann', conversationId: 'default' });
  assert.deepEqual(await first.promise, { userId: 'ann', conversationId: 'default' });
  assert.equal(scripted.prompts.length, 1);
});
