import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { continuesEarlier } from './continuation.ts';

describe('A question that goes on from an earlier one', () => {
  for (const question of [
    'And for damaged items?',
    'what about children?',
    'How long does it take?',
    'IS IT FREE?',
    'Can the shop in town repair it?',
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
    'My supplier gave me a watch worth 300 pounds. May I keep it?',
    'Wann öffnet das Museum?',
    'Combien coûte un billet ?',
  ]) {
    it(`is not seen in one that stands alone: ${question}`, () => assert.ok(!continuesEarlier(question)));
  }

  for (const [language, question] of [
    ['en', 'A list of all plans'],
    ['es', 'A qué hora abre el museo'],
    ['it', 'Quanto dura il lavaggio rapido?'],
    ['pl', 'O której otwierają muzeum?'],
    ['pt', 'O contrato pode ser rescindido?'],
    ['fr', 'A quoi sert la carte ?'],
  ] as const)
    it(`is not seen in a small word of its own language: ${question}`, () => {
      assert.ok(continuesEarlier(question), 'in another language it may be one');
      assert.ok(!continuesEarlier(question, language));
    });

  for (const [language, question] of [
    ['ar', 'وكم سعر التذكرة؟'],
    ['de', 'Wie lang ist die Laufzeit dabei?'],
    ['es', '¿Y los domingos?'],
    ['fr', 'Est-il gratuit ?'],
    ['ko', '그럼 학생은요?'],
    ['pl', 'a dla dzieci?'],
    ['ru', 'а там?'],
    ['en', 'Et pour les enfants ?'],
  ] as const)
    it(`is told in its language: ${question}`, () => assert.ok(continuesEarlier(question, language)));
});
