import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseQuestion } from '../../question/parsed-question.ts';
import type { Passage } from '../../retrieval/passage.ts';
import { type AnalysedPassage, analysePassage } from '../choose/passage-analysis.ts';
import { questionWords } from '../choose/question-words.ts';
import { createSentenceReader } from '../choose/sentence-reader.ts';
import { answerProbability, DEFAULT_SCORE_THRESHOLD } from './gate.ts';

const text = 'Ann Keller approves refunds above 500 euros within two weeks.';
const passage: Passage = {
  chunkId: 'd.1.0',
  docId: 'd',
  kind: 'document',
  title: 'Refunds',
  url: null,
  fileName: null,
  updatedAt: 0,
  language: 'en',
  text,
  page: null,
  section: null,
  start: 0,
  lexical: 12,
  dense: 0,
  fused: 1,
  score: 1,
};
const analysis = analysePassage(passage);

function probability(
  question: string,
  {
    lexical = 12,
    carried = [] as { term: string; weight: number }[],
    namesDocuments = false,
    agreement = 0.6,
    said = text,
    read = undefined as AnalysedPassage | undefined,
    lead = 0,
  } = {},
): number {
  const words = questionWords(
    { ...parseQuestion(question, ['en']), carried },
    {
      language: 'en',
      namesDocuments,
      corpus: { chunks: 1_000, idf: () => 3 },
    },
  );
  const about = read ?? analysePassage({ ...passage, text: said });
  const candidate = {
    passage: { ...passage, text: said, lexical, lead },
    analysis: about,
    sentence: about.sentences[0]!,
    agreement,
  };
  return answerProbability(createSentenceReader(words), candidate);
}

describe('The probability that a passage answers', () => {
  it('is enough for a sentence with all words of the question, two or more', () => {
    const weak = { lexical: 1, agreement: 0 };
    assert.ok(probability('When are refunds approved?', weak) >= DEFAULT_SCORE_THRESHOLD);
    assert.ok(probability('Refunds in Norway?', weak) < DEFAULT_SCORE_THRESHOLD);
    assert.equal(probability('Weeks?', weak) < DEFAULT_SCORE_THRESHOLD, true);
  });

  it('is higher for a passage that is far ahead of all others, and no higher beyond that', () => {
    const question = 'Who approves refunds in Norway?';
    const [close, ahead, far] = [0.1, 0.4, 0.9].map((lead) => probability(question, { lead }));
    assert.equal(close, probability(question));
    assert.ok(ahead! > close!);
    assert.equal(far, probability(question, { lead: 0.5 }));
  });

  it('is high when it has the words of the question, and low when it shares one word', () => {
    assert.ok(probability('Who approves refunds above 500 euros?', { lexical: 20 }) > 0.6);
    assert.ok(
      probability('Which refunds did the king of France owe to bakers?', { lexical: 3 }) <
        DEFAULT_SCORE_THRESHOLD,
    );
  });

  it('rises with the BM25 score', () => {
    const question = 'Who approves refunds?';
    assert.ok(probability(question, { lexical: 14 }) > probability(question, { lexical: 7 }));
  });

  it('is lower when a name or a number of the question is missing', () => {
    assert.ok(probability('Does Ann approve refunds?') > probability('Does Bob approve refunds?'));
    assert.ok(probability('Who approves 500 euros?') > probability('Who approves 900 euros?'));
  });

  it('has a tenth of the odds when the corpus lacks a name of the question, but not when the title has it', () => {
    const odds = (absent: string, title = 'Refunds') => {
      const idf = (term: string) => (term === '' || term === absent ? 3.01 : 3);
      const words = questionWords(parseQuestion('Does Bob approve refunds?', ['en']), {
        language: 'en',
        corpus: { chunks: 1_000, idf },
      });
      const read = analysePassage({ ...passage, title });
      const candidate = { passage, analysis: read, sentence: read.sentences[0]!, agreement: 0.6 };
      const p = answerProbability(createSentenceReader(words), candidate);
      return p / (1 - p);
    };
    const ratio = odds('bob') / odds('unasked');
    assert.ok(ratio > 0.09 && ratio < 0.11, `${ratio}`);
    const titled = odds('bob', 'Refunds of Bob') / odds('unasked', 'Refunds of Bob');
    assert.ok(titled > 0.9, `${titled}`);
  });

  it('is higher when the title says what is asked about', () => {
    const read = analysePassage({ ...passage, title: 'Travel' });
    assert.ok(probability('Who approves refunds?') > probability('Who approves refunds?', { read }));
  });

  it('is higher when the other passages have the words, too', () => {
    const question = 'Who approves refunds?';
    assert.ok(probability(question, { agreement: 0.9 }) > probability(question, { agreement: 0.2 }));
  });

  it('is higher when the request names the documents', () => {
    const question = 'Who approves refunds?';
    assert.ok(probability(question, { namesDocuments: true }) > probability(question));
  });

  it('is lower when nothing in the sentence is of the kind asked for', () => {
    const without = analysePassage({ ...passage, text: 'Managers approve refunds for their team.' });
    const of = (question: string) => {
      const words = questionWords(parseQuestion(question, ['en']), {
        language: 'en',
        corpus: { chunks: 1_000, idf: () => 3 },
      });
      const sentence = without.sentences[0]!;
      const candidate = { passage, analysis: without, sentence, agreement: 0.6 };
      return answerProbability(createSentenceReader(words), candidate);
    };
    assert.ok(of('Do managers approve refunds?') > of('When do managers approve refunds?'));
  });

  it('does not take a name for one that begins like it', () => {
    assert.ok(probability('Does Keller approve?') > probability('Does Kellerman approve?'));
  });

  it('is 0 when no word of the question is there, and for a question without a word', () => {
    assert.equal(probability('What do bananas cost?', { lexical: 2 }), 0);
    for (const question of ['', '???', '😀😀', 'what is it'])
      assert.equal(probability(question), 0, question);
  });

  it('does not fall when earlier turns lend words that the passage lacks', () => {
    const carried = ['banana', 'orchard', 'harvest'].map((term) => ({ term, weight: 0.3 }));
    const question = 'Who approves refunds above 500 euros?';
    assert.ok(probability(question, { carried }) >= probability(question) - 1e-9);
  });

  it('uses the words of earlier turns for a question that has none', () => {
    const carried = [
      { term: 'refund', weight: 0.3 },
      { term: 'approv', weight: 0.3 },
    ];
    assert.ok(probability('And why is that so?', { carried, lexical: 4 }) > DEFAULT_SCORE_THRESHOLD);
  });

  const inLanguage = (language: string, question: string) => {
    const corpus = { chunks: 1_000, idf: () => 3 };
    const words = questionWords(parseQuestion(question, [language]), { language, corpus });
    const [sentence] = analysis.sentences;
    const candidate = { passage, analysis, sentence: sentence!, agreement: 0.6 };
    return answerProbability(createSentenceReader(words), candidate);
  };

  it('does not weigh German nouns as names', () => {
    const question = 'sind Refunds wirklich Weeks';
    assert.ok(inLanguage('de', question) > inLanguage('nl', question));
  });

  it('is lower in languages with a list of everyday words', () => {
    const question = 'refunds weeks keller zzz';
    assert.ok(inLanguage('en', question) < inLanguage('id', question));
  });

  it('is lower where words are syllables, and higher where they are compounds', () => {
    const question = 'euros weeks keller zzz';
    assert.ok(inLanguage('vi', question) < inLanguage('th', question));
    assert.ok(inLanguage('th', question) < inLanguage('id', question));
    assert.ok(inLanguage('de', question) > inLanguage('nl', question));
  });

  it('counts a Chinese word of one character for less than others', () => {
    const of = (rest: string) => inLanguage('zh', `refunds euros ${rest}`);
    assert.ok(of('银行') > of('狗'), `${of('银行')} ${of('狗')}`);
  });
});
