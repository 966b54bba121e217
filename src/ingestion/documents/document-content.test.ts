import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openStand, prepareText } from '../../../test/ingestion-stand.ts';
import { RefusedError } from '../../errors.ts';
import type { PreparableFile } from '../../ports/document-preparer.ts';

const TEXT = 'We deliver tulips.\n\nOn Mondays only.';

function refusedAs(code: string) {
  return (error: unknown) => error instanceof RefusedError && error.refusal.code === code;
}

test('a chunk’s place in the extracted text is where its text stands', async () => {
  await using stand = await openStand();
  await stand.upload('notes.txt', TEXT);
  await stand.settled('notes');
  const cited = await stand.content.textOfChunk('notes', 'notes.1.1');
  const whole = {
    version: 1,
    length: TEXT.length,
    contentLength: TEXT.length,
    layout: { headings: [], code: [] },
  };
  assert.deepEqual(cited, { ...whole, from: 20, to: TEXT.length, text: 'On Mondays only.' });
  const around = await stand.content.text('notes', { from: 11, to: 22 });
  assert.deepEqual(around, { ...whole, from: 11, to: 22, text: 'tulips.\n\nOn' });
});

test('a range of a text says what are headings and code in it, as the format does', async () => {
  await using stand = await openStand();
  await stand.upload('notes.txt', 'Before.\n\n```\nSo it goes\nfor one.\n```\n\n# Behind\n\nAll of it.');
  await stand.settled('notes');
  const layoutFrom = async (from: number, to: number) => {
    const { layout, text } = await stand.content.text('notes', { from, to });
    return [...layout.headings, ...layout.code].map(({ start, end }) => text.slice(start - from, end - from));
  };
  assert.deepEqual(await layoutFrom(0, 99), ['Behind', 'So it goes\nfor one.']);
  assert.deepEqual(await layoutFrom(16, 25), ['it goes\nf']);
  assert.deepEqual(await layoutFrom(0, 9), []);
});

test('the content ends with the last chunk, and the frame of the pages follows', async () => {
  const prepare = async (file: PreparableFile) => {
    const prepared = await prepareText(file);
    return { ...prepared, text: `${prepared.text}\n\nMenu` };
  };
  await using stand = await openStand({ prepare });
  await stand.upload('notes.txt', TEXT);
  await stand.settled('notes');
  const { text, length, contentLength } = await stand.content.text('notes', { from: 20, to: 99 });
  assert.equal(text, 'On Mondays only.\n\nMenu');
  assert.deepEqual([length, contentLength], [TEXT.length + 6, TEXT.length]);
});

test('a long text is stored whole, over all of its pieces', async () => {
  await using stand = await openStand();
  const text = Array.from({ length: 3_000 }, (_, i) => `paragraph ${i} of ${'ü'.repeat(i % 50)}`).join(
    '\n\n',
  );
  await stand.upload('long.txt', text);
  await stand.settled('long');
  const read = await stand.content.text('long', { from: 0, to: text.length });
  assert.equal(read.text, text);
  assert.ok(read.length > 65_536);
});

test('a chunk of another document or of a version that was replaced is not found', async () => {
  await using stand = await openStand();
  await stand.upload('one.txt', TEXT, { docId: 'one' });
  await stand.upload('two.txt', 'beta', { docId: 'two' });
  for (const docId of ['one', 'two']) await stand.settled(docId);
  for (const chunkId of ['two.1.0', 'one.1.9', 'one.2.0', 'nonsense'])
    await assert.rejects(stand.content.textOfChunk('one', chunkId), refusedAs('chunk_not_found'));
  await stand.upload('one.txt', `${TEXT} More.`, { docId: 'one' });
  await stand.settled('one');
  await assert.rejects(stand.content.textOfChunk('one', 'one.1.0'), refusedAs('chunk_not_found'));
});

test('the bytes of an original come back in any range, also while it is removed', async () => {
  await using stand = await openStand();
  await stand.upload('notes.txt', TEXT);
  await stand.settled('notes');
  await using original = await stand.content.original('notes');
  assert.deepEqual(
    [original.bytes, original.mediaType, original.filename],
    [TEXT.length, 'text/plain', 'notes.txt'],
  );
  await stand.catalog.remove('notes');
  assert.deepEqual(await stand.files(), []);
  assert.equal(await textOf(original.read({ start: 0, end: original.bytes })), TEXT);
  assert.equal(await textOf(original.read({ start: 11, end: 17 })), 'tulips');
  assert.equal(await textOf(original.read({ start: 3, end: 3 })), '');
});

test('a document without content and an unknown document give different errors', async () => {
  await using stand = await openStand({ concurrency: 0 });
  await stand.catalog.acceptUrl({
    url: 'https://docs.example.com/',
    docId: 'page',
    mayReplace: true,
    correlationId: 'c',
  });
  await assert.rejects(stand.content.original('page'), refusedAs('content_not_available'));
  await assert.rejects(stand.content.text('page', { from: 0, to: 1 }), refusedAs('content_not_available'));
  await assert.rejects(stand.content.original('none'), refusedAs('document_not_found'));
  await assert.rejects(stand.content.textOfChunk('none', 'none.1.0'), refusedAs('document_not_found'));
});

async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}
