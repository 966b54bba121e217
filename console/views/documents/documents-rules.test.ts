import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { FORMATS } from '../../../src/ingestion/parsing/formats.ts';
import type { DocumentStatus } from '../../api/types.ts';
import { ADVICE } from './advice.ts';
import { changed, EVERYTHING, type Listed } from './changed-listing.ts';
import { READABLE } from './readable.ts';
import { kindOf } from './wording.ts';

describe('advice on documents', () => {
  it('is there for every reason that an ingest can fail for, as the page of errors has them', () => {
    const page = readFileSync(new URL('../../../docs/reference/errors.md', import.meta.url), 'utf8');
    const reasons = page.slice(page.indexOf('## Reasons of failed ingests'));
    const codes = [...reasons.matchAll(/^\| `(\w+)` \|/gm)].map((match) => match[1]!);
    assert.ok(codes.length > 10);
    assert.deepEqual(
      codes.filter((code) => !(code in ADVICE)),
      [],
    );
  });
});

describe('the files of a folder', () => {
  it('are sent when the server reads files of their name', () => {
    const read = Object.values(FORMATS).flatMap(({ extensions }) => Object.keys(extensions));
    assert.deepEqual([...READABLE].sort(), read.sort());
  });

  it('have a short name of their kind, whatever their media type', () => {
    const types = Object.values(FORMATS).flatMap(({ extensions }) => Object.values(extensions));
    const isNamed = (kind: string | null) => kind !== null && /^[\w-][\w -]{0,9}$/.test(kind);
    assert.deepEqual(
      types.filter((type) => !isNamed(kindOf(type))),
      [],
    );
  });
});

describe('a list that is told of changes', () => {
  const at = (day: number) => `2026-01-${String(day).padStart(2, '0')}T00:00:00.000Z`;
  const doc = (doc_id: string, day: number, changes: Partial<DocumentStatus> = {}) =>
    ({ doc_id, title: doc_id, status: 'done', tags: [], created_at: at(day), ...changes }) as DocumentStatus;
  const of = (changes: Partial<Listed> = {}): Listed => ({
    query: EVERYTHING,
    docs: [doc('c', 3), doc('b', 2)],
    total: 5,
    nextCursor: 'more',
    isOutdated: false,
    ...changes,
  });
  const told = (listing: Listed, documents: DocumentStatus[], deleted: string[] = []) =>
    changed(listing, { documents, deleted: new Set(deleted) });
  const ids = ({ docs }: Listed) => docs.map(({ doc_id }) => doc_id).join('');

  it('shows new documents on top, and leaves what is further down where it is', () => {
    const now = told(of(), [doc('d', 4), doc('a', 1)]);
    assert.equal(ids(now), 'dcb');
    assert.equal(now.total, 6);
  });

  it('shows changed documents in their places, and deleted ones not at all', () => {
    const now = told(of(), [doc('b', 2, { status: 'failed' })], ['c']);
    assert.equal(ids(now), 'b');
    assert.equal(now.docs[0]!.status, 'failed');
    assert.equal(now.total, 4);
  });

  it('lets go of what is not asked for any more, and takes what has come to be', () => {
    const query = { ...EVERYTHING, status: 'failed' } as const;
    const failed = of({ query, docs: [doc('b', 2, { status: 'failed' })], total: 1, nextCursor: null });
    assert.equal(ids(told(failed, [doc('b', 2, { status: 'queued' })])), '');
    assert.equal(ids(told(failed, [doc('a', 1, { status: 'failed' })])), 'ba');
    assert.equal(ids(told(failed, [doc('x', 9)])), 'b');
  });

  it('does not guess places in other orders, but says that there is more', () => {
    const byTitle = of({ query: { ...EVERYTHING, sort: 'title' } });
    const now = told(byTitle, [doc('a', 9)]);
    assert.equal(ids(now), 'cb');
    assert.equal(now.isOutdated, true);
  });
});
