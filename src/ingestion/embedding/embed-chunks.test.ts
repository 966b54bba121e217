import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openStand } from '../../../test/ingestion-stand.ts';
import type { EmbeddingModel } from '../../ports/embedding-model.ts';

/** Remembers what it was asked to embed. */
function countingModel(id: string): EmbeddingModel & { asked: string[] } {
  const asked: string[] = [];
  return {
    ...{ id, dimensions: 2, asked },
    embed: async (inputs) => {
      asked.push(...inputs.map(({ text, title }) => (title ? `${title}: ${text}` : text)));
      return inputs.map(({ text }) => {
        const angle = text.length;
        return Float32Array.of(Math.cos(angle), Math.sin(angle));
      });
    },
  };
}

const paragraphs = (count: number) =>
  Array.from({ length: count }, (_, i) => `paragraph ${i} ${'x'.repeat(i)}`);

/** A stand whose stored embeddings are of `model`. */
async function openStandOf(model: EmbeddingModel, folder?: string) {
  const stand = await openStand({ embeddingModel: model, ...(folder && { folder }) });
  if ((await stand.documentStore.embeddingModel())?.id !== model.id) {
    await stand.documentStore.beginEmbeddings({ id: model.id, payload: new Uint8Array() });
    await stand.documentStore.switchEmbeddings();
  }
  return stand;
}

test('an edited document has only its changed chunks embedded, and every chunk keeps its embedding', async () => {
  const model = countingModel('m1');
  await using stand = await openStandOf(model);
  const texts = paragraphs(600);
  await stand.upload('one.txt', texts.join('\n\n'), { docId: 'one' });
  const first = await stand.settled('one');
  assert.deepEqual([first.embedded, model.asked.length], [600, 600]);

  model.asked.length = 0;
  const edited = ['a new beginning', ...texts.slice(0, 300), 'changed', ...texts.slice(301)];
  await stand.upload('one.txt', edited.join('\n\n'), { docId: 'one' });
  const second = await stand.settled('one');
  assert.deepEqual([second.embedded, second.added, second.removed, second.chunks], [2, 2, 1, 601]);
  assert.deepEqual(model.asked, ['one.txt: a new beginning', 'one.txt: changed']);
  for await (const { chunks } of stand.documentStore.liveChunks()) {
    for (const { ordinal, embedding } of chunks) {
      const angle = edited[ordinal]!.length;
      assert.ok(Math.abs(embedding![0]! - Math.cos(angle)) < 0.01, `chunk ${ordinal}`);
    }
  }
});

test('another title or another model has all chunks embedded anew', async () => {
  const first = countingModel('m1');
  const stand = await openStandOf(first);
  const text = paragraphs(3).join('\n\n');
  await stand.upload('one.txt', text, { docId: 'one', title: 'Gardening' });
  assert.equal((await stand.settled('one')).embedded, 3);
  // The title counts among the terms, which is what the built-in model reads.
  await stand.upload('one.txt', text, { docId: 'one', title: 'Baking' });
  assert.equal((await stand.settled('one')).embedded, 3);
  await stand.close();

  const second = countingModel('m2');
  await using reopened = await openStandOf(second, stand.folder);
  await reopened.upload('one.txt', `${text}\n\nmore`, { docId: 'one', title: 'Baking' });
  assert.equal((await reopened.settled('one')).embedded, 4);
});
