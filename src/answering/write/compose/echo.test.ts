import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerInstructions } from '../../model/instructions.ts';
import { createEchoes } from './echo.ts';

const echoes = createEchoes({
  question: 'What survives kill -9?',
  instructions: answerInstructions({
    mode: 'open',
    persona: { assistantName: 'Docent', knowledgeDomain: '' },
    marker: 'a1b2c3d4e5f6',
    language: null,
    today: '2026-06-01',
    hasConversation: false,
  }),
});

function echoesOf(sentence: string): string[] {
  return [
    ...(echoes.isQuestion(sentence) ? ['question'] : []),
    ...(echoes.isInstruction(sentence) ? ['instruction'] : []),
  ];
}

test('knows the question and sentences of the instructions again, as weak models repeat them', () => {
  for (const sentence of ['What survives kill -9?', '**what survives “kill -9”**', 'What survive kill 9.'])
    assert.deepEqual(echoesOf(sentence), ['question'], sentence);
  for (const sentence of [
    'Answer from the passage first.',
    'Name no number that you were not given.',
    'Put the number of the passage that says it in square brackets behind each sentence',
  ])
    assert.deepEqual(echoesOf(sentence), ['instruction'], sentence);
});

test('takes no other sentence for one, however short or similar', () => {
  for (const sentence of [
    'What survives?',
    'What survives kill -9 is on disk.',
    'No images.',
    'Be brief.',
    'Answer the customer first.',
    'The passage between the halls is closed.',
    '10.',
    '',
  ])
    assert.deepEqual(echoesOf(sentence), [], sentence);
});

test('takes what has no word for no echo, even of a question without one', () => {
  const { isQuestion } = createEchoes({ question: '👍?', instructions: 'Be brief.' });
  for (const sentence of ['| --- | --- |', '---', '👍']) assert.equal(isQuestion(sentence), false);
});
