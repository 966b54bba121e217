import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { it } from 'node:test';
import { promisify } from 'node:util';
import { failsWith, writes } from '../test/model-servers/behaviour.ts';
import { startOpenAiServer } from '../test/model-servers/openai.ts';
import { temporaryFolder } from '../test/temporary-folder.ts';
import type { AskedOutcome } from './asked/measure-asked.ts';
import { judgments, setWriter } from './write-set.ts';

const EVAL = new URL('./eval.ts', import.meta.url).pathname;

function evaluate(root: string, words: string, env = process.env) {
  return promisify(execFile)(process.execPath, [EVAL, '--data', root, ...words.split(' ')], { env });
}

it('measures a set from its files to its report', async () => {
  const root = temporaryFolder();
  const write = setWriter(root);
  const texts = { a: 'The refund is paid within ten days.', b: 'Parcels leave the house on Friday.' };
  await write('tiny/corpus.jsonl', rowsOf(texts));
  const query = { _id: 'q', text: 'When is the refund paid?', answers: ['within 10 days', 'ten days'] };
  await write('tiny/queries.jsonl', [query]);
  await write('tiny/qrels.tsv', judgments('q\ta\t1'));
  await write('tiny/unanswerable.jsonl', [{ _id: 'u', text: 'Who was Ramses?' }]);
  const { stdout } = await evaluate(root, '--json');
  const { lines, answers } = JSON.parse(stdout);
  assert.equal(lines[0].figures.ndcg10, 1);
  assert.deepEqual([answers.answers[0].gatedMarked, answers.answers[0].gatedWhole], [1, 1]);
  assert.equal(answers.abstention[0].othersAnswered, 0);
  assert.equal(answers.citations[0].resolving, 1);
  assert.equal(answers.citations[0].precision, 1);
});

it('measures with the embeddings that the environment sets, and not without them', async () => {
  // No word of the question is in a text: it is found by meaning alone.
  const question = 'When do cars return?';
  await using server = await startOpenAiServer({
    embed: (text) => (/car|fleet/.test(text) ? [1, 0] : [0, 1]),
  });
  const root = temporaryFolder();
  const write = setWriter(root);
  await write('tiny/corpus.jsonl', rowsOf({ a: 'Gardens open daily.', b: 'Our fleet comes back.' }));
  await write('tiny/queries.jsonl', [{ _id: 'q', text: question }]);
  await write('tiny/qrels.tsv', judgments('q\tb\t1'));
  const provider = { EMBEDDING_PROVIDER: 'openai-compatible', EMBEDDING_MODEL: 'm' };
  const env = { ...process.env, ...provider, EMBEDDING_BASE_URL: server.baseUrl };
  const run = () => evaluate(root, '--only retrieval --json', env);
  assert.equal(JSON.parse((await run()).stdout).lines[0].figures.ndcg10, 1);

  server.answer(({ body }) => ([body.input].flat().includes(question) ? failsWith(401) : writes('')));
  await assert.rejects(run(), /model_failed/);
});

it('asks everyday questions about a folder of documents', async () => {
  const root = temporaryFolder();
  const write = setWriter(root);
  await write('asked/tiny/files/hr/leave.md', '# Annual leave\n\nAnnual leave is thirty days a year.');
  await write('asked/tiny/files/shop.md', '# Shop\n\nThe shop opens at nine.');
  const question = {
    ...{ turns: [], kind: 'how_much', wording: 'far', answerable: true, topic: null, gold_mode: 'any' },
    gold: [{ doc: 'hr/leave.md', quote: 'Annual leave is thirty days a year.' }],
    must: [['thirty', '30']],
  };
  const foreign = {
    ...question,
    kind: 'who',
    answerable: false,
    topic: 'far',
    wording: null,
    gold: [],
    must: [],
  };
  const questions = [
    { ...question, id: 'a', question: 'How many vacation days a year?' },
    { ...question, id: 'b', question: 'And how many of them a year?', turns: ['What is annual leave?'] },
    { ...foreign, id: 'c', question: 'Who was Ramses?' },
  ];
  await write('asked/tiny/questions.jsonl', questions);
  const { asked } = JSON.parse((await evaluate(root, '--sets asked --only asked --json')).stdout);
  assert.deepEqual(
    (asked as AskedOutcome[]).map(({ question, rank, windowRank, refused, holdsGold }) => ({
      ...{ id: question.id, rank, windowRank, refused, holdsGold },
    })),
    [
      { id: 'a', rank: 1, windowRank: 1, refused: false, holdsGold: true },
      { id: 'b', rank: 1, windowRank: 1, refused: false, holdsGold: true },
      { id: 'c', rank: null, windowRank: null, refused: true, holdsGold: false },
    ],
  );
  const { stdout } = await evaluate(root, '--sets asked --only asked');
  assert.match(stdout, /^tiny +2 +2 \/ 2 \/ 2 \/ 2 /m);
  assert.match(stdout, /^all +1 +0 +0 +0 +0$/m);
  assert.match(stdout, /^their documents left out +1 +0 +0 +0 +0$/m);
});

it('leaves out documents and files without text, and says which', async () => {
  const root = temporaryFolder();
  const write = setWriter(root);
  const rows = [
    { _id: 'x#p1', title: 'x', text: 'The refund is paid within ten days.' },
    { _id: 'blank#p1', title: '', text: ' ' },
    { _id: 'signs#p1', title: '', text: '* * *' },
  ];
  await write('pages/corpus.jsonl', rows);
  const query = { _id: 'q', text: 'When is the refund paid?' };
  await write('pages/queries.jsonl', [{ ...query, doc: 'x' }]);
  await write('pages/qrels.tsv', judgments('q\tx#p1\t1'));
  await write('files/files/refund.md', '# Refund\n\nThe refund is paid within ten days.');
  await write('files/files/empty.md', '\n');
  await write('files/files/broken.pdf', '%PDF-1.4 and nothing more');
  await write('files/files/program.exe', 'MZ');
  await write('files/queries.jsonl', [query]);
  await write('files/qrels.tsv', judgments('q\trefund.md\t1'));
  const { stdout, stderr } = await evaluate(root, '--only retrieval --json');
  const figures = (JSON.parse(stdout).lines as { figures: { ndcg10: number } }[]).map(
    ({ figures }) => figures,
  );
  assert.deepEqual(
    figures.map(({ ndcg10 }) => ndcg10),
    [1, 1, 1],
  );
  for (const name of ['blank', 'signs', 'empty.md', 'broken.pdf', 'program.exe'])
    assert.match(stderr, new RegExp(`^Skipped .*${name}: .+$`, 'm'));
});

it('measures a folder that is itself a set', async () => {
  const root = temporaryFolder();
  const claim = (text: string, label: string) => {
    return { _id: text, claim: text, evidence_text: 'The shop opens at nine.', label };
  };
  const claims = [claim('The shop opens at nine.', 'SUPPORTED'), claim('The shop opens at ten.', 'refuted')];
  await setWriter(root)('claims-of-ours/claims.jsonl', [...claims, claim('', 'supported')]);
  const { stdout, stderr } = await evaluate(`${root}/claims-of-ours`, '--only grounding --json');
  const [{ name, supported, others }] = JSON.parse(stdout).grounding.scores;
  assert.deepEqual([name, supported, others], ['claims-of-ours', 1, 1]);
  assert.match(stderr, /^Skipped 1 claims of claims-of-ours: /m);
});

function rowsOf(texts: Readonly<Record<string, string>>) {
  return Object.entries(texts).map(([_id, text]) => ({ _id, title: '', text }));
}
