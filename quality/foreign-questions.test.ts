import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { temporaryFolder } from '../test/temporary-folder.ts';
import { foreignQuestions } from './foreign-questions.ts';
import { setWriter } from './write-set.ts';

const root = temporaryFolder();

before(async () => {
  const writeFile = setWriter(root);
  const write = (set: string, rows: readonly object[]) => writeFile(`${set}/queries.jsonl`, rows);
  await write('qa/squad-b', [{ _id: 's', text: 'Who was first?' }]);
  await write('qa/covidqa-b', [{ _id: 'c', text: 'What is a virus?' }]);
  const user = { role: 'user', text: '' };
  await write('multiturn/mtrag-b', [
    { _id: 'follow', text: 'And then?', turns: [user, user] },
    { _id: 'alone', text: 'How do I begin?', turns: [user] },
    { _id: 'rewritten', text: 'And there?', rewrite: 'How is it in Rome?', turns: [user, user] },
  ]);
  await write('abstention/falseqa-test', [
    { _id: 'f', text: 'Why do fish fly?', false_premise: true },
    { _id: 't', text: 'Why do birds fly?', false_premise: false },
  ]);
});

it('asks a corpus standalone questions of the others, and a general one questions with false premises', () => {
  const groups = foreignQuestions(root, 'qa/squad-b').map(({ kind, questions }) => [
    kind,
    questions.map(({ text }) => text).sort(),
  ]);
  assert.deepEqual(groups, [
    ['foreign questions', ['How do I begin?', 'How is it in Rome?', 'What is a virus?']],
    ['false premises', ['Why do fish fly?']],
    ['true premises', ['Why do birds fly?']],
  ]);
  assert.deepEqual(
    foreignQuestions(root, 'qa/covidqa-b').map(({ kind }) => kind),
    ['foreign questions'],
  );
  assert.deepEqual(foreignQuestions(root, 'qa/policyqa-b'), []);
});
