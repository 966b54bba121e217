import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { continuesEarlier, isSharedConversation } from './dependent-question.ts';

describe('A question that goes on from an earlier one', () => {
  for (const question of [
    'And for damaged items?',
    'what about children?',
    'How long does it take?',
    'IS IT FREE?',
    'Und am Sonntag?',
    'Et pour les enfants ?',
    '¿Y los domingos?',
    'А сколько это стоит?',
    '那么儿童呢？',
  ]) {
    it(`is told by its words: ${question}`, () => assert.ok(continuesEarlier(question)));
  }
  for (const question of [
    'What does a family ticket cost?',
    'Visio Corporation',
    'Android updates',
    'Who is the head of IT?',
    'Wann öffnet das Museum?',
    'Combien coûte un billet ?',
  ]) {
    it(`is not seen in one that stands alone: ${question}`, () => assert.ok(!continuesEarlier(question)));
  }
});

it('a conversation is shared when neither user nor conversation is named', () => {
  assert.ok(isSharedConversation({ userId: 'anonymous', conversationId: 'default' }));
  assert.ok(!isSharedConversation({ userId: 'ana', conversationId: 'default' }));
  assert.ok(!isSharedConversation({ userId: 'anonymous', conversationId: 'a1' }));
});
