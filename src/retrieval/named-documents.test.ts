import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { putDocument } from '../../test/conformance/put-document.ts';
import { createEmbeddedIndex } from '../adapters/search/embedded-index.ts';
import { countTerms } from '../ingestion/preparing/chunk-terms.ts';
import type { DocumentRecord } from '../ports/document.ts';
import { parseQuestion } from '../question/parsed-question.ts';
import { isNameOf, namedDocuments } from './named-documents.ts';

const QUESTION = 'How many employees does Costco have?';

interface Report {
  readonly texts: readonly string[];
  readonly title?: string;
  readonly filename?: string;
}

function recordOf(
  docId: string,
  { texts, title = 'Annual report', filename = 'report.pdf' }: Report,
): DocumentRecord {
  const record = { docId, title, chunks: texts.length, language: 'en', source: { kind: 'upload', filename } };
  return record as unknown as DocumentRecord;
}

const repeated = (text: string, times: number) => Array.from({ length: times }, () => text);

async function namedOf(question: string, reports: Record<string, Report>) {
  await using searchIndex = createEmbeddedIndex();
  for (const [docId, { texts }] of Object.entries(reports)) {
    const chunks = texts.map((text, ordinal) => ({ ordinal, ...countTerms([{ text, times: 1 }], 'en') }));
    await putDocument(searchIndex, docId, 1, chunks);
  }
  const records = Object.entries(reports).map(([docId, report]) => recordOf(docId, report));
  return [...namedDocuments(parseQuestion(question, ['en']), records, await searchIndex.statistics())];
}

describe('A question names documents', () => {
  const texts = repeated('We employed 9,200 people.', 8);
  const other = { texts, filename: 'AMAZON_2019_10K.pdf' };

  it('by their titles or file names, long and short ones', async () => {
    const named = await namedOf(QUESTION, {
      costco: { texts, filename: 'COSTCO_2021_10K.pdf' },
      short: { texts: texts.slice(0, 2), title: 'Costco in short' },
      other,
    });
    assert.deepEqual(named, ['costco', 'short']);
  });

  it('by capitalised words, however they are joined in a file name', async () => {
    const cased = { texts, filename: 'reports/CostcoWholesale2019.pdf' };
    assert.deepEqual(await namedOf('Who leads Costco Wholesale?', { cased, other }), ['cased']);
    assert.deepEqual(await namedOf('who leads costco wholesale?', { cased, other }), []);
  });

  it('by most of its names', async () => {
    const named = await namedOf("Who leads Activision Blizzard's King?", {
      both: { texts, filename: 'ACTIVISIONBLIZZARD_2019_10K.pdf' },
      king: { texts, filename: 'King.pdf' },
      other,
    });
    assert.deepEqual(named, ['both', 'king']);
    const one = await namedOf('How many people does Foot Locker Europe Retail employ?', {
      all: { texts, filename: 'foot-locker-europe-retail.pdf' },
      one: { texts, filename: 'retail.pdf' },
      other,
    });
    assert.deepEqual(one, ['all']);
  });

  it('not by a year, by a word that is no name, or by one word of a long title', async () => {
    const question = 'How many employees fell ill with MERS in 2019?';
    const reports = { texts, title: '2019' };
    const common = { texts, title: 'Employees' };
    const paper = { texts, title: 'Transmission of MERS among camels in three regions of the peninsula' };
    assert.deepEqual(await namedOf(question, { reports, common, paper, plain: { texts } }), []);
  });

  it('not by a name that other documents have as often', async () => {
    const everywhere = repeated('Costco sells food.', 200);
    const reports = { costco: { texts, filename: 'COSTCO.pdf' }, other: { texts: everywhere } };
    assert.deepEqual(await namedOf(QUESTION, reports), []);
  });

  it('only when not all of them have the name', async () => {
    assert.deepEqual(await namedOf(QUESTION, { costco: { texts, filename: 'COSTCO.pdf' } }), []);
  });
});

describe('A name is that of a document', () => {
  const isNamed = (name: string, title: string, options = {}) =>
    isNameOf(name, recordOf('d', { texts: [], title }), options);

  it('where it is the title, or at least half of it', () => {
    assert.ok(isNamed('the travel policy', 'Travel policies of the north'));
    assert.ok(!isNamed('the travel policy', 'Travel policies of the cold and windy north'));
    assert.ok(!isNamed('the travel rules', 'Travel policy'));
  });

  it('as a single word only where it is capitalised, or stands beside a word for a document', () => {
    assert.ok(isNamed('Dracula', 'Dracula') && !isNamed('dracula', 'Dracula'));
    assert.ok(!isNamed('Bitcoin', 'Bitcoin: a cash system'));
    assert.ok(isNamed('Bitcoin', 'Bitcoin: a cash system', { isPart: true }));
  });
});
