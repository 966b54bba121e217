import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { temporaryFolder } from '../test/temporary-folder.ts';
import { chooseSets, readSet } from './sets.ts';
import { jsonLines, judgments, setWriter } from './write-set.ts';

const root = temporaryFolder();
const write = setWriter(root);

describe('readSet', () => {
  it('reads a plain set, packed or not, with its reference', async () => {
    await write(
      'retrieval/plain/corpus.jsonl.gz',
      gzipSync(jsonLines([{ _id: 'a', title: 'A', text: 'One.' }])),
    );
    await write('retrieval/plain/queries.jsonl', [
      { _id: 'q', text: 'One?' },
      { _id: 'unjudged', text: '?' },
    ]);
    await write('retrieval/plain/qrels.tsv', judgments('q\ta\t2', 'q\tz\t0'));
    await write('retrieval/plain/README.md', 'BM25\n\n| docs | nDCG@10 |\n|---|---|\n| 1 | 0.5 |\n');
    const { corpora } = await readSet(root, 'retrieval/plain');
    assert.deepEqual(
      corpora[0]?.documents.map(({ key, title }) => ({ key, title })),
      [{ key: 'a', title: 'A' }],
    );
    assert.deepEqual(corpora[0]?.lines, [
      {
        name: 'retrieval/plain',
        unit: 'document',
        questions: [{ id: 'q', text: 'One?', earlier: [], within: null, relevant: new Map([['a', 2]]) }],
        reference: { ndcg10: 0.5 },
      },
    ]);
  });

  it('asks equal questions of one site once, of that site alone', async () => {
    await write('qa/sites/corpus.jsonl', [
      { _id: 'x#0', title: 'x', text: 'One.' },
      { _id: 'x#1', title: 'x', text: 'Two.' },
      { _id: 'y#0', title: 'y', text: 'Three.' },
    ]);
    const query = (id: string, site: string) => ({ _id: id, text: 'What?', site });
    await write('qa/sites/queries.jsonl', [query('1', 'x'), query('2', 'x'), query('3', 'y')]);
    await write('qa/sites/qrels.tsv', judgments('1\tx#0\t1', '2\tx#1\t1', '3\ty#0\t1'));
    const { corpora } = await readSet(root, 'qa/sites');
    assert.deepEqual(
      corpora[0]?.lines[0]?.questions.map(({ within, relevant }) => [[...within!], [...relevant.keys()]]),
      [
        [
          ['x#0', 'x#1'],
          ['x#0', 'x#1'],
        ],
        [['y#0'], ['y#0']],
      ],
    );
  });

  it('indexes each language on its own', async () => {
    await write('ml/corpus.jsonl', [
      { _id: 'p@de', text: 'Eins.' },
      { _id: 'p@el', text: 'Ένα.' },
    ]);
    const query = (lang: string) => ({ _id: `q@${lang}`, text: '1?', lang, answers: ['1'] });
    await write('ml/queries.jsonl', [query('de'), query('el')]);
    await write('ml/qrels.tsv', judgments('q@de\tp@de\t1', 'q@el\tp@el\t1'));
    const set = await readSet(root, 'ml');
    assert.equal(set.mean?.line, 'ml');
    assert.deepEqual(
      set.corpora
        .slice(0, 2)
        .map(({ lines, documents }) => [lines[0]?.name, documents.map(({ key }) => key)]),
      [
        ['ml: de', ['p@de']],
        ['ml: el', ['p@el']],
      ],
    );
  });

  it('asks a follow-up alone, as rewritten, and after what the user said before', async () => {
    await write('mt/corpus.jsonl', [{ _id: 'a', text: 'One.' }]);
    const turns = [
      { role: 'user', text: 'First?' },
      { role: 'assistant', text: 'Yes.' },
      { role: 'user', text: 'And?' },
    ];
    await write('mt/queries.jsonl', [{ _id: 'q', text: 'And?', turns, rewrite: 'And first?' }]);
    await write('mt/qrels.tsv', judgments('q\ta\t1'));
    const { corpora } = await readSet(root, 'mt');
    assert.deepEqual(
      corpora[0]?.lines.map(({ name, questions: [question] }) => [name, question?.text, question?.earlier]),
      [
        ['mt', 'And?', []],
        ['mt: with earlier turns', 'And?', ['First?']],
        ['mt: rewritten by people', 'And first?', []],
        ['mt: their last turns', 'And?', []],
        ['mt: theirs with earlier turns', 'And?', ['First?']],
      ],
    );
  });

  it('joins pages to documents and looks for them in the right one and in all', async () => {
    await write('pages/corpus.jsonl', [
      { _id: 'd#p1', text: 'One.' },
      { _id: 'd#p2', text: 'Two.' },
    ]);
    await write('pages/queries.jsonl', [{ _id: 'q', text: 'Two?', doc: 'd' }]);
    await write('pages/qrels.tsv', judgments('q\td#p2\t1'));
    const { corpora } = await readSet(root, 'pages');
    assert.deepEqual(
      corpora[0]?.documents.map(({ key, parsed }) => [key, parsed.pages]),
      [['d', 2]],
    );
    assert.deepEqual(
      corpora[0]?.lines.map(({ unit, questions: [question] }) => [unit, question?.within]),
      [
        ['page', new Set(['d'])],
        ['page', null],
      ],
    );
  });

  it('names the place of an answer in a long document', async () => {
    await write('long/corpus.jsonl', [{ _id: 'a', text: '😀 The answer is here.' }]);
    const query = { _id: 'q', text: 'Where?', doc: 'a', answers: ['here'], answer_start: [16] };
    await write('long/queries.jsonl', [query]);
    await write('long/qrels.tsv', judgments('q\ta\t1'));
    const { corpora } = await readSet(root, 'long');
    const chunks = corpora[0]?.lines[1];
    assert.equal(chunks?.unit, 'chunk');
    const offset = '😀 The answer is he'.length;
    assert.deepEqual([...chunks!.questions[0]!.relevant.keys()], [`a@${offset}`]);
  });

  it('asks what noise alone cannot answer of that noise', async () => {
    await write('noise/corpus.jsonl', [{ _id: 'a', text: 'One.' }]);
    await write('noise/queries.jsonl', [{ _id: 'q', text: 'One?', answers: [['One', '1']] }]);
    await write('noise/qrels.tsv', judgments('q\ta\t1'));
    await write('noise/unanswerable.jsonl', [
      { _id: 'u', text: 'One?', answers: [], passages: ['Two.', 'Three.'] },
    ]);
    const { corpora } = await readSet(root, 'noise');
    assert.deepEqual(corpora[0]?.tasks[0]?.answerable[0]?.answers, ['One', '1']);
    assert.deepEqual(corpora[0]?.tasks[0]?.unanswerable, []);
    assert.deepEqual(
      corpora[1]?.documents.map(({ parsed }) => parsed.text),
      ['Two.', 'Three.'],
    );
    assert.deepEqual(corpora[1]?.tasks[0]?.unanswerable[0]?.questions[0]?.within, new Set(['u/0', 'u/1']));
  });

  it('reads Markdown files by the parser of the product', async () => {
    await write('docs/md/guide/lists.md', '# Lists\n\nA list holds elements.\n');
    await write('docs/queries.jsonl', [{ _id: 'q', text: 'What does a list hold?', answers: ['elements'] }]);
    await write('docs/qrels.tsv', judgments('q\tguide/lists.md\t1'));
    const { corpora } = await readSet(root, 'docs');
    assert.equal(corpora[0]?.documents[0]?.key, 'guide/lists.md');
    assert.ok(corpora[0]?.documents[0]?.parsed.blocks.some(({ kind }) => kind === 'heading'));
  });
});

describe('chooseSets', () => {
  it('finds every folder with documents and judged questions, and sets by the end of their path', async () => {
    await write('claims/claims.jsonl', '');
    assert.deepEqual(chooseSets(root, 'plain,qa/sites'), ['retrieval/plain', 'qa/sites']);
    assert.ok(!chooseSets(root, 'all').includes('claims'));
    assert.throws(() => chooseSets(root, 'plane'), /holds no such set/);
  });
});
