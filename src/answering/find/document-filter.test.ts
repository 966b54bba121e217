import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Question } from '../answer.ts';
import { allowedDocuments } from './document-filter.ts';

describe('The filter of a question', () => {
  const tagged: Record<string, string[]> = {
    hr: ['leave', 'sick'],
    it: ['vpn'],
    own: ['sick', 'answer-of-own', 'answer-of-others'],
  };
  const documentStore = {
    visibleAmong: async (docIds: readonly string[]) => docIds.filter((docId) => docId !== 'answer-of-others'),
    docIdsWithTags: async (tags: readonly string[]) => new Set(tags.flatMap((tag) => tagged[tag] ?? [])),
  };
  const allowed = async (filter: Question['filter']) => {
    const { docIds } = await allowedDocuments(filter, documentStore);
    return docIds && [...docIds].sort();
  };

  it('lets every document answer when it is empty', async () => assert.equal(await allowed({}), undefined));

  it('takes the documents that are named, and those of any of the tags', async () => {
    assert.deepEqual(await allowed({ docIds: ['vpn', 'unknown'] }), ['unknown', 'vpn']);
    assert.deepEqual(await allowed({ tags: ['hr', 'it'] }), ['leave', 'sick', 'vpn']);
  });

  it('takes the documents that meet both when both are given, even if none does', async () => {
    assert.deepEqual(await allowed({ docIds: ['vpn', 'sick'], tags: ['hr'] }), ['sick']);
    assert.deepEqual(await allowed({ docIds: ['vpn'], tags: ['hr'] }), []);
    assert.deepEqual(await allowed({ docIds: [] }), []);
  });

  it('takes what the asker may see alone, without approved answers that rest on anything else', async () => {
    assert.deepEqual(await allowed({ visibleTo: ['own'] }), ['answer-of-own', 'sick']);
    assert.deepEqual(await allowed({ visibleTo: ['own'], tags: ['hr'] }), ['sick']);
    assert.deepEqual(await allowed({ visibleTo: ['it'], docIds: ['sick'] }), []);
    const { corpus } = await allowedDocuments({ visibleTo: ['it'], docIds: ['sick'] }, documentStore);
    assert.deepEqual([...corpus!], ['vpn']);
  });
});
