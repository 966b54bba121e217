import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { PreparedDocument } from '../../ports/document-preparer.ts';
import { type DocumentPart, joinParts, partsOf } from './document-parts.ts';

function cut(document: PreparedDocument, unitsMax?: number) {
  const parts: DocumentPart[] = [];
  const cutting = partsOf(document, unitsMax);
  for (let next = cutting.next(); ; next = cutting.next()) {
    if (next.done) return { parts, last: next.value };
    parts.push(next.value);
  }
}

function documentOf(text: string, chunkTexts: readonly string[]): PreparedDocument {
  const chunks = chunkTexts.map((chunk, ordinal) => ({
    ...{ ordinal, text: chunk, start: 0, end: chunk.length, page: null, section: null },
    ...{ terms: [`t${ordinal}`], counts: [1] },
  }));
  return { title: 'A', language: null, pages: null, text, chunks };
}

test('a document of usual size is one message', () => {
  const document = documentOf('a b', ['a', 'b']);
  assert.deepEqual(cut(document), { parts: [], last: document });
});

test('the parts of any document make up the document again, and none is much larger than allowed', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), fc.array(fc.string({ maxLength: 30 })), (text, chunkTexts) => {
      const document = documentOf(text, chunkTexts);
      const { parts, last } = cut(document, 20);
      assert.deepEqual(joinParts(parts, last), document);
      for (const part of [...parts, last]) {
        const units = part.chunks.reduce((sum, chunk) => sum + chunk.text.length + 2, part.text.length);
        assert.ok(units <= 20 + 30 + 4, `${units} units`);
      }
    }),
  );
});
