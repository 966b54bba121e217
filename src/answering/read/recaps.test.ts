import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createScriptedModel } from '../../../test/scripted-model.ts';
import { SILENT } from '../../kernel/silent-logger.ts';
import type { ConversationKey } from './conversation-key.ts';
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
    logger: SILENT,
  });
  const conversation = { turns, summary: [] };
  recaps.remembered({ userId: 'anonymous', conversationId: 'default' }, conversation);
  recaps.remembered({ userId: 'ann', conversationId: 'default' }, conversation);
  assert.deepEqual(await first.promise, { userId: 'ann', conversationId: 'default' });
  assert.equal(scripted.prompts.length, 1);
});

test('a conversation with too few turns is not read again', async () => {
  let reads = 0;
  await using recaps = createRecaps({
    memory: {
      async recall() {
        reads += 1;
        return { turns: [], summary: [] };
      },
      sumUp: async () => {},
    },
    languageModel: createScriptedModel().model,
    newMarker: () => 'f'.repeat(16),
    timeoutMs: 5_000,
    logger: SILENT,
  });
  const turns = Array.from({ length: 4 }, (_, n) => ({ question: `Question ${n}?`, answer: `Answer ${n}.` }));
  const ann = { userId: 'ann', conversationId: 'default' };
  recaps.remembered(ann, { turns: turns.slice(1), summary: [] });
  recaps.remembered(ann, { turns, summary: [], recap: { text: 'All of it.', turnsSince: 3 } });
  assert.equal(reads, 0);
  recaps.remembered(ann, { turns, summary: [] });
  assert.equal(reads, 1);
});
