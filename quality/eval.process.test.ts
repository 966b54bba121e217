import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { it } from 'node:test';
import { promisify } from 'node:util';
import { failsWith, writes } from '../test/model-servers/behaviour.ts';
import { startOpenAiServer } from '../test/model-servers/openai.ts';
import { temporaryFolder } from '../test/temporary-folder.ts';
import type { AskedOutcome } from './asked/measure-asked.ts';

const EVAL = new URL('./eval.ts', import.meta.url).pathname;

it('measures a set from its files to its report', async () => {
  const root = temporaryFolder();
  const folder = join(root, 'tiny');
  await mkdir(folder);
  const texts = { a: 'The refund is paid within ten days.', b: 'Parcels leave the house on Friday.' };
  const corpus = Object.entries(texts).map(([_id, text]) => JSON.stringify({ _id, title: '', text }));
  await writeFile(join(folder, 'corpus.jsonl'), corpus.join('\n'));
  const query = { _id: 'q', text: 'When is the refund paid?', answers: ['within 10 days', 'ten days'] };
  await writeFile(join(folder, 'queries.jsonl'), JSON.stringify(query));
  await writeFile(join(folder, 'qrels.tsv'), 'query-id\tcorpus-id\tscore\nq\ta\t1\n');
  await writeFile(join(folder, 'unanswerable.jsonl'), JSON.stringify({ _id: 'u', text: 'Who was Ramses?' }));
  const { stdout } = await promisify(execFile)(process.execPath, [EVAL, '--data', root, '--json']);
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
  const folder = join(root, 'tiny');
  await mkdir(folder);
  const texts = { a: 'Gardens open daily.', b: 'Our fleet comes back.' };
  const corpus = Object.entries(texts).map(([_id, text]) => JSON.stringify({ _id, title: '', text }));
  await writeFile(join(folder, 'corpus.jsonl'), corpus.join('\n'));
  await writeFile(join(folder, 'queries.jsonl'), JSON.stringify({ _id: 'q', text: question }));
  await writeFile(join(folder, 'qrels.tsv'), 'query-id\tcorpus-id\tscore\nq\tb\t1\n');
  const provider = { EMBEDDING_PROVIDER: 'openai-compatible', EMBEDDING_MODEL: 'm' };
  const env = { ...process.env, ...provider, EMBEDDING_BASE_URL: server.baseUrl };
  const run = () =>
    promisify(execFile)(process.execPath, [EVAL, '--data', root, '--only', 'retrieval', '--json'], { env });
  assert.equal(JSON.parse((await run()).stdout).lines[0].figures.ndcg10, 1);

  server.answer(({ body }) => ([body.input].flat().includes(question) ? failsWith(401) : writes('')));
  await assert.rejects(run(), /model_failed/);
});

it('asks everyday questions about a folder of documents', async () => {
  const root = temporaryFolder();
  const folder = join(root, 'asked', 'tiny');
  await mkdir(join(folder, 'files', 'hr'), { recursive: true });
  await writeFile(
    join(folder, 'files', 'hr', 'leave.md'),
    '# Annual leave\n\nAnnual leave is thirty days a year.',
  );
  await writeFile(join(folder, 'files', 'shop.md'), '# Shop\n\nThe shop opens at nine.');
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
  await writeFile(join(folder, 'questions.jsonl'), questions.map((each) => JSON.stringify(each)).join('\n'));
  const args = [EVAL, '--data', root, '--sets', 'asked', '--only', 'asked'];
  const { asked } = JSON.parse((await promisify(execFile)(process.execPath, [...args, '--json'])).stdout);
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
  const { stdout } = await promisify(execFile)(process.execPath, args);
  assert.match(stdout, /^tiny +2 +2 \/ 2 \/ 2 \/ 2 /m);
  assert.match(stdout, /^all +1 +0$/m);
});

it('leaves out documents and files without text, and says which', async () => {
  const root = temporaryFolder();
  const write = async (path: string, content: string) => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  };
  const rows = [
    { _id: 'x#p1', title: 'x', text: 'The refund is paid within ten days.' },
    { _id: 'blank#p1', title: '', text: ' ' },
    { _id: 'signs#p1', title: '', text: '* * *' },
  ];
  await write('pages/corpus.jsonl', rows.map((row) => JSON.stringify(row)).join('\n'));
  await write(
    'pages/queries.jsonl',
    JSON.stringify({ _id: 'q', text: 'When is the refund paid?', doc: 'x' }),
  );
  await write('pages/qrels.tsv', 'query-id\tcorpus-id\tscore\nq\tx#p1\t1\n');
  await write('files/files/refund.md', '# Refund\n\nThe refund is paid within ten days.');
  await write('files/files/empty.md', '\n');
  await write('files/files/broken.pdf', '%PDF-1.4 and nothing more');
  await write('files/files/program.exe', 'MZ');
  await write('files/queries.jsonl', JSON.stringify({ _id: 'q', text: 'When is the refund paid?' }));
  await write('files/qrels.tsv', 'query-id\tcorpus-id\tscore\nq\trefund.md\t1\n');
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [
    ...[EVAL, '--data', root, '--only', 'retrieval', '--json'],
  ]);
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
  const root = join(temporaryFolder(), 'claims-of-ours');
  await mkdir(root);
  const claim = (text: string, label: string) =>
    JSON.stringify({ _id: text, claim: text, evidence_text: 'The shop opens at nine.', label });
  const claims = [claim('The shop opens at nine.', 'SUPPORTED'), claim('The shop opens at ten.', 'refuted')];
  await writeFile(join(root, 'claims.jsonl'), [...claims, claim('', 'supported')].join('\n'));
  const args = [EVAL, '--data', root, '--only', 'grounding', '--json'];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args);
  const [{ name, supported, others }] = JSON.parse(stdout).grounding.scores;
  assert.deepEqual([name, supported, others], ['claims-of-ours', 1, 1]);
  assert.match(stderr, /^Skipped 1 claims of claims-of-ours: /m);
});
