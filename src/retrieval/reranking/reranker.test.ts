import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FoundEmbedding } from '../../ports/search-index.ts';
import { type ParsedQuestion, parseQuestion } from '../../question/parsed-question.ts';
import type { Passage } from '../passage.ts';
import { readPassage } from './passage-reading.ts';
import { createReranker } from './reranker.ts';
import { rerankingFeatures } from './reranking-features.ts';

const QUESTION = 'When is the annual report of 2024 published?';
const QUERY = parseQuestion(QUESTION, ['en']);
const idf = () => 2;

function passage(text: string, more: Partial<Passage> = {}): Passage {
  return {
    chunkId: text,
    docId: 'd',
    kind: 'document',
    title: 'Untitled',
    url: null,
    fileName: null,
    updatedAt: 0,
    language: 'en',
    text,
    page: null,
    section: null,
    start: 0,
    lexical: 1,
    dense: 0,
    fused: 1,
    score: 1,
    ...more,
  };
}

const featuresOf = (...passages: Passage[]) =>
  rerankingFeatures(QUERY, passages, { readings: passages.map(readPassage), idf });

/** Whether the first text is ranked before the second, all else equal. */
function prefers(better: Passage, worse: Passage): boolean {
  const [first, second] = createReranker()(QUERY, [better, worse], {
    idf,
    embeddingOf: () => undefined,
  });
  return first! > second!;
}

describe('The reranker', () => {
  it('sees BM25 relative to the best, and no negative cosine', () => {
    const [best, other] = featuresOf(
      passage('a', { lexical: 8, dense: -0.2 }),
      passage('b', { lexical: 2, dense: 0.5 }),
    );
    assert.deepEqual([best!.lexical, best!.dense, other!.lexical, other!.dense], [1, 0, 0.25, 0.5]);
  });

  it('keeps every feature between 0 and 1, also for passages without a word', () => {
    const all = featuresOf(
      passage('When is the annual report of 2024 published?', { title: QUESTION }),
      passage('…', { title: '', lexical: 0, language: null }),
      passage('Nothing of it.'),
    );
    for (const features of all) {
      for (const [name, value] of Object.entries(features))
        assert.ok(value >= 0 && value <= 1, `${name}: ${value}`);
    }
    const { dense, position, heading, saying, release, ...shares } = all[0]!;
    assert.deepEqual(
      Object.values(shares).map((share) => Number(share.toFixed(9))),
      [1, 1, 1, 1, 1],
    );
    assert.deepEqual([dense, position, heading, saying, release], [0, 0, 0, 0, 0]);
  });

  it('tells the notes of a release, unless the question has a number', () => {
    const backups = parseQuestion('How do I make backups?', ['en']);
    const releases = (
      question: ParsedQuestion,
      ...headings: { section?: string | null; title?: string }[]
    ) => {
      const passages = headings.map((heading) => passage('Backups are out.', heading));
      const readings = passages.map(readPassage);
      return rerankingFeatures(question, passages, { readings, idf }).map(({ release }) => release);
    };
    const notes = [
      ...['3.1.0', '[3.1.0] - 2026-11-27', 'Changes › 2026-11-27, Version 3.1.0 (LTS)'].map((section) => ({
        section,
      })),
      { title: 'Docent v3.1.0', section: null },
    ];
    assert.deepEqual(releases(backups, ...notes), [1, 1, 1, 1]);
    assert.deepEqual(
      releases(backups, { section: '1.2 Backups' }, { section: 'Installing from source on 3.1.0' }),
      [0, 0],
    );
    assert.deepEqual(releases(parseQuestion('What came with 3.1.0?', ['en']), notes[0]!), [0]);
  });

  it('compares headings and sentences as far as no passage has the words of the question', () => {
    const of = (...passages: Passage[]) =>
      rerankingFeatures(QUERY, passages, {
        readings: passages.map(readPassage),
        idf,
        compareParts: ({ headingTerms }) => ({
          heading: headingTerms.includes('figur') ? 0.8 : -0.1,
          sentence: 0.6,
        }),
      });
    const [under, other, without] = of(
      passage('It is out in May.', { section: 'Yearly figures' }),
      passage('It rains in May.', { section: 'Weather' }),
      passage('It is out.', { dense: 0.3 }),
    );
    assert.deepEqual([under!.heading > 0.3, other!.heading], [true, 0]);
    assert.ok(without!.heading > 0 && without!.heading < under!.heading, 'its own cosine, without headings');
    assert.ok(under!.saying > 0.3 && under!.saying === other!.saying);
    const [, near] = of(passage(QUESTION), passage('It is out in May.', { section: 'Yearly figures' }));
    assert.deepEqual([near!.heading, near!.saying], [0, 0], 'words decide');
  });

  describe('with words that stand for those of the question', () => {
    const variants = new Map([
      [
        'report',
        [
          { terms: ['statement'], weight: 0.5 },
          { terms: ['balanc', 'sheet'], weight: 0.25 },
        ],
      ],
      ['annual', [{ terms: ['365'], weight: 0.5 }]],
    ]);
    const query = { ...QUERY, variants };
    const of = (...texts: (string | Passage)[]) => {
      const passages = texts.map((text) => (typeof text === 'string' ? passage(text) : text));
      return rerankingFeatures(query, passages, { readings: passages.map(readPassage), idf });
    };

    it('counts the best of a word and of what stands for it', () => {
      const [own, both, other, phrase, apart] = of(
        'The report is out.',
        'The report is a statement.',
        'The statement is out.',
        'The balance sheet is out.',
        'The balance of the sheet is out.',
      );
      assert.equal(own!.window, both!.window);
      assert.ok(own!.window > other!.window && other!.window > phrase!.window);
      assert.ok(phrase!.window > apart!.window);
      assert.deepEqual(
        [own, both, other, phrase, apart].map((features) => features!.sentence),
        [own, both, other, phrase, apart].map((features) => features!.window),
      );
    });

    it('counts it in pairs', () => {
      const [own, other, none] = of('Annual report.', 'Annual statement.', 'Annual rain.');
      assert.ok(own!.order > other!.order && other!.order > none!.order);
    });

    it('counts nothing twice, and keeps shares between 0 and 1', () => {
      const [most] = of(`${QUESTION} Statement. Balance sheet.`);
      for (const share of [most!.window, most!.sentence, most!.order])
        assert.ok(Math.abs(share - 1) < 1e-9, `${share}`);
    });
  });

  it('prefers words in the order of the question', () => {
    assert.ok(prefers(passage('The annual report is out.'), passage('The report annual is out.')));
  });

  it('prefers words that are close together', () => {
    const between = 'and so on '.repeat(20);
    assert.ok(prefers(passage(`Annual report. ${between}`), passage(`Annual ${between} report.`)));
  });

  it('prefers words of one sentence', () => {
    assert.ok(
      prefers(
        passage('It was long. The report annual is out.'),
        passage('The report was long. Annual it is out.'),
      ),
    );
  });

  it('prefers a passage similar to others that score well', () => {
    const east: FoundEmbedding = { cosine: (other) => (other === east ? 1 : 0) };
    const north: FoundEmbedding = { cosine: (other) => (other === north ? 1 : 0) };
    const best = passage('The annual report is published in 2024.');
    const [like, unlike] = [passage('It comes in May.'), passage('It rains in May.')];
    const embeddingOf = (of: Passage) => (of === unlike ? north : east);
    const scores = createReranker()(QUERY, [best, like, unlike], { idf, embeddingOf });
    assert.ok(scores[0]! > scores[1]! && scores[1]! > scores[2]!);
  });

  it('prefers the number in the question', () => {
    assert.ok(prefers(passage('The report of 2024.'), passage('The report of 2023.')));
  });

  it('prefers a passage that begins with the subject', () => {
    const other = 'Something else. '.repeat(20);
    assert.ok(prefers(passage(`Annual report. ${other}`), passage(`${other} Annual report.`)));
  });

  it('returns nothing without passages', () => {
    assert.deepEqual(createReranker()(QUERY, [], { idf, embeddingOf: () => undefined }), []);
  });
});
