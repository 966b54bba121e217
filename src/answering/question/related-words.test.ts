import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { analyze } from '../../retrieval/analysis/analyzer.ts';
import { groupsOf, membersOf } from './related-words.ts';

function areRelated(a: string, b: string, language = 'en'): boolean {
  const groups = [a, b].map((word) => groupsOf(analyze(word, 'en')[0]!.term, language));
  return groups[0]!.some((group) => groups[1]!.includes(group));
}

describe('Words of like meaning', () => {
  it('joins the forms of irregular verbs, and synonyms', () => {
    assert.ok(areRelated('begin', 'began'));
    assert.ok(areRelated('writing', 'wrote'));
    assert.ok(areRelated('built', 'constructed'));
    assert.ok(!areRelated('built', 'sold'));
  });

  it('gives a word a group for each of its senses', () => {
    assert.ok(areRelated('lead', 'led'));
    assert.ok(areRelated('lead', 'caused'));
    assert.ok(!areRelated('led', 'caused'));
  });

  it('covers English words only', () => {
    assert.deepEqual(groupsOf('built', 'de'), []);
    assert.deepEqual(groupsOf('built', null), []);
  });

  it('names the members of a group', () => {
    const [group] = groupsOf('built', 'en');
    assert.ok(membersOf(group!).includes('erect'));
    for (const term of membersOf(group!)) assert.ok(groupsOf(term, 'en').includes(group!), term);
  });
});
