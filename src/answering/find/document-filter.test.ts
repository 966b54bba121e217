import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { allowedDocuments } from './document-filter.ts';

describe('The filter of a question', () => {
  const tagged: Record<string, string[]> = { hr: ['leave', 'sick'], it: ['vpn'] };
  const documentStore = {
    docIdsWithTags: async (tags: readonly string[]) => new Set(tags.flatMap((tag) => tagged[tag] ?? [])),
  };
  const allowed = async (filter: { docIds?: string[]; tags?: string[] }) => {
    const docIds = await allowedDocuments(filter, documentStore);
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
});
