import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ParsedQuestion, parseQuestion } from '../../../question/parsed-question.ts';
import { analyze } from '../../../text/analyzer.ts';
import { missingWords } from './missing-words.ts';

/** Words of a question that a corpus with `text` lacks. */
function missing(text: string, { of, language, ...added }: Asked): string[] {
  const known = new Set(analyze(text, language).map(({ term }) => term));
  const idf = (term: string) => (known.has(term) ? 1 : 5);
  return missingWords({ ...parseQuestion(of, [language]), ...added }, { idf });
}

interface Asked extends Partial<Pick<ParsedQuestion, 'spellings' | 'variants'>> {
  readonly of: string;
  readonly language: string;
}

describe('missing words', () => {
  const english = 'Per capita sales of capital goods. Employees may work from home.';

  it('are those that no document has', () => {
    const asked = { of: 'What is the capital of Peru?', language: 'en' };
    assert.deepEqual(missing(english, asked), ['Peru']);
    assert.deepEqual(missing(`${english} Peru`, asked), []);
    assert.deepEqual(missing(english, { of: 'How to get data off the tablets?', language: 'en' }), [
      'get',
      'data',
      'tablets',
    ]);
    assert.deepEqual(missing(english, { of: 'Did somebody go to Peru?', language: 'en' }), ['go', 'Peru']);
  });

  it('are not those that documents write or say differently', () => {
    const asked = { of: 'May crew members work from home?', language: 'en' };
    const ofSpelling = (weight: number) => ({ spellings: new Map([['crew', [{ term: 'crews', weight }]]]) });
    assert.deepEqual(missing(english, asked), ['crew', 'members']);
    assert.deepEqual(missing(english, { ...asked, ...ofSpelling(1) }), ['members']);
    assert.deepEqual(missing(english, { ...asked, ...ofSpelling(0.5) }), ['crew', 'members']);
    const variants = new Map([['crew', [{ terms: ['employe'], weight: 1 }]]]);
    assert.deepEqual(missing(english, { ...asked, variants }), ['members']);
  });

  it('are whole words of texts without spaces', () => {
    assert.deepEqual(missing('日本的首都是东京', { of: '秘鲁的首都', language: 'zh' }), ['秘鲁']);
  });
});
