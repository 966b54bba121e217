import type { AnswerQuestion, Question } from '../answering/answer.ts';
import { visibleDocuments } from '../answering/find/document-filter.ts';
import type { KeptTrace } from '../answering/record/traces.ts';
import type { SearchPassages } from '../answering/search-passages.ts';
import type { SuggestQuestions } from '../answering/suggest-questions.ts';
import type { Review } from '../curation/review.ts';
import { invalidField, RefusedError } from '../errors.ts';
import { type Catalog, ifThere } from '../ingestion/catalog.ts';
import type { DocumentContent } from '../ingestion/documents/document-content.ts';
import type { DocumentFeed } from '../ingestion/documents/document-feed.ts';
import { said } from '../kernel/said.ts';
import { parseChunkId } from '../ports/chunk.ts';
import type { ReviewEntry } from '../ports/curation-store.ts';
import { DOCUMENT_STATUSES, type DocumentRecord } from '../ports/document.ts';
import type { StatusCounts } from '../ports/document-list.ts';
import type { DocumentStore } from '../ports/document-store.ts';

/** The use-cases in which documents can be seen. */
export interface SeenUseCases {
  readonly answerQuestion: AnswerQuestion;
  readonly searchPassages: SearchPassages;
  readonly suggestQuestions: SuggestQuestions;
  readonly catalog: Catalog;
  readonly documentContent: DocumentContent;
  readonly documentFeed: DocumentFeed;
  readonly review: Omit<Review, 'hold'>;
  readonly traces: {
    /** undefined when there is none. */
    find(correlationId: string): Promise<KeptTrace | undefined> | KeptTrace | undefined;
  };
}

/** Finds what may be seen. */
export type VisibilityStore = Pick<DocumentStore, 'visibleAmong' | 'docIdsWithTags' | 'list'>;

/**
 * The use-cases as somebody has them who sees only documents with one of `tags`, and approved answers that rest on
 * such documents alone: any other document, and what came from one, is as if it did not exist. This is the one place
 * that knows; routes have no other way to the use-cases.
 */
export function seenWith(tags: readonly string[], all: SeenUseCases, store: VisibilityStore): SeenUseCases {
  const view = viewWith(tags, store);
  const within = <Request extends { readonly filter: Question['filter'] }>(request: Request): Request => ({
    ...request,
    filter: { ...request.filter, visibleTo: tags },
  });
  return {
    answerQuestion: (question, options) => all.answerQuestion(within(question), options),
    searchPassages: (search, options) => all.searchPassages(within(search), options),
    suggestQuestions: (request, options) => all.suggestQuestions(within(request), options),
    catalog: seenCatalog(all.catalog, view),
    documentContent: seenContent(all.documentContent, view),
    documentFeed: seenFeed(all.documentFeed, view, store),
    review: seenReview(all.review, view),
    traces: {
      async find(correlationId) {
        const trace = await all.traces.find(correlationId);
        return trace && view.isWithin(trace.audience) ? shownTrace(trace, view) : undefined;
      },
    },
  };
}

type View = ReturnType<typeof viewWith>;

/** What can be seen with the tags. */
function viewWith(tags: readonly string[], store: VisibilityStore) {
  const seenAmong = async (docIds: readonly string[]): Promise<ReadonlySet<string>> =>
    new Set(docIds.length === 0 ? [] : await store.visibleAmong([...new Set(docIds)], tags));

  /** Those of the records that may be seen. A duplicate does not name what it repeats, unless that may be seen. */
  async function shown(records: readonly DocumentRecord[]): Promise<DocumentRecord[]> {
    const seen = await seenAmong(records.flatMap(({ docId, duplicateOf }) => [docId, duplicateOf ?? docId]));
    return records
      .filter(({ docId }) => seen.has(docId))
      .map((record) =>
        record.duplicateOf === null || seen.has(record.duplicateOf)
          ? record
          : { ...record, duplicateOf: null },
      );
  }

  /** @throws {RefusedError} `document_not_found` */
  async function assertSeen(docId: string): Promise<void> {
    if (!(await seenAmong([docId])).has(docId)) throw notFound(docId);
  }

  return {
    ...{ tags, seenAmong, shown, assertSeen },

    /** The work on a document; `document_not_found` where it may not be seen. */
    ifSeen: after(assertSeen),

    /** @throws {RefusedError} `document_not_found` */
    async shownOne(record: DocumentRecord): Promise<DocumentRecord> {
      const [found] = await shown([record]);
      if (!found) throw notFound(record.docId);
      return found;
    },

    /** @throws {RefusedError} `validation_failed` when what has the tags could not be seen. */
    assertOwn(given: readonly string[]): void {
      if (given.some((tag) => tags.includes(tag))) return;
      throw invalidField('tags', said`must have one of the tags of the key: ${tags.join(', ')}`);
    },

    /** Whether who asked saw nothing else. */
    isWithin: (audience: readonly string[] | null): boolean =>
      audience?.every((tag) => tags.includes(tag)) === true,
  };
}

/** The same work, after a check of its first argument. */
function after(check: (id: string) => Promise<unknown>) {
  return <Given extends unknown[], Result>(work: (id: string, ...given: Given) => Promise<Result>) =>
    async (id: string, ...given: Given): Promise<Result> => {
      await check(id);
      return work(id, ...given);
    };
}

function notFound(docId: string): RefusedError {
  return new RefusedError({ code: 'document_not_found', docId });
}

function seenCatalog(
  all: Catalog,
  { tags, assertSeen, ifSeen, seenAmong, shown, shownOne, assertOwn }: View,
): Catalog {
  /** What is added gets the tags of the key, unless others are given. */
  async function intakeOf<Intake extends Parameters<Catalog['acceptUrl' | 'acceptUpload']>[0]>(
    intake: Intake,
  ): Promise<Intake> {
    const { docId } = intake;
    const own = intake.tags?.length ? intake.tags : tags;
    assertOwn(own);
    const bound = { ...intake, tags: own, isTagBound: true };
    // A derived id must not lead to a document of others that has the same content.
    if (docId === undefined) return { ...bound, mayReplace: false };
    if ((await ifThere(all.get(docId))) && !(await seenAmong([docId])).has(docId))
      throw new RefusedError({ code: 'document_id_taken', docId });
    return bound;
  }

  return {
    acceptUpload: async (upload) => all.acceptUpload(await intakeOf(upload)),
    acceptUrl: async (intake) => all.acceptUrl(await intakeOf(intake)),
    get: async (docId) => shownOne(await all.get(docId)),
    async *follow(docId, options) {
      await assertSeen(docId);
      for await (const record of all.follow(docId, options)) yield await shownOne(record);
    },
    retry: ifSeen(all.retry),
    async describe(docId, changes) {
      await assertSeen(docId);
      if (changes.tags) assertOwn(changes.tags);
      return shownOne(await all.describe(docId, changes));
    },
    async list(filter, page) {
      const found = await all.list({ ...filter, visibleTo: tags }, page);
      return { ...found, documents: await shown(found.documents) };
    },
    remove: ifSeen(all.remove),
  };
}

function seenContent(all: DocumentContent, { ifSeen }: View): DocumentContent {
  return {
    text: ifSeen(all.text),
    textOfChunk: ifSeen(all.textOfChunk),
    chunks: ifSeen(all.chunks),
    original: ifSeen(all.original),
  };
}

function seenFeed(all: DocumentFeed, { tags, shown }: View, store: VisibilityStore): DocumentFeed {
  async function counts(): Promise<StatusCounts> {
    const totals = DOCUMENT_STATUSES.map(async (status) => {
      const { total } = await store.list({ status, visibleTo: tags }, { limit: 1 });
      return [status, total] as const;
    });
    return Object.fromEntries(await Promise.all(totals)) as StatusCounts;
  }

  return {
    async *follow(options) {
      /** Whose end may be reported. */
      const known = new Set(await visibleDocuments(tags, store));
      let lastCounts = '';
      for await (const event of all.follow(options)) {
        if (event.type === 'counts') {
          const own = await counts();
          if (JSON.stringify(own) !== lastCounts) yield { type: 'counts', counts: own };
          lastCounts = JSON.stringify(own);
        } else if (event.type === 'document') {
          const { docId } = event.record;
          const [record] = await shown([event.record]);
          if (record) {
            known.add(docId);
            yield { type: 'document', record };
          } else if (known.delete(docId)) yield { type: 'deleted', docId };
        } else if (event.type !== 'deleted' || known.delete(event.docId)) yield event;
      }
    },
  };
}

function seenReview(
  all: SeenUseCases['review'],
  { tags, seenAmong, isWithin, assertOwn }: View,
): SeenUseCases['review'] {
  /** Those of the entries whose answers came from what may be seen. */
  async function shownEntries(entries: readonly ReviewEntry[]): Promise<ReviewEntry[]> {
    const seen = await seenAmong(entries.flatMap(({ restsOn }) => restsOn.map(({ docId }) => docId)));
    return entries.filter(
      ({ audience, restsOn }) => isWithin(audience) && restsOn.every(({ docId }) => seen.has(docId)),
    );
  }

  async function entry(entryId: string): Promise<ReviewEntry> {
    const [found] = await shownEntries([await all.entry(entryId)]);
    if (!found) throw new RefusedError({ code: 'review_entry_not_found', entryId });
    return found;
  }

  const ifShown = after(entry);

  return {
    entry,
    async pending(page) {
      const found = await all.pending({ ...page, audience: tags });
      return { ...found, entries: await shownEntries(found.entries) };
    },
    async decided(filter, page) {
      const found = await all.decided({ ...filter, audience: tags }, page);
      return { ...found, entries: await shownEntries(found.entries) };
    },
    async approve(entryId, edits, options) {
      await entry(entryId);
      if (edits.tags) assertOwn(edits.tags);
      return all.approve(entryId, edits, options);
    },
    reject: ifShown(all.reject),
    reopen: ifShown(all.reopen),
  };
}

/** How a question is read takes words from documents that may have lost their tag since, so that is left out. */
async function shownTrace(trace: KeptTrace, { seenAmong }: View): Promise<KeptTrace> {
  const docIdOf = (chunkId: string) => parseChunkId(chunkId)?.docId ?? '';
  const seen = await seenAmong([
    ...trace.candidates.map(({ docId }) => docId),
    ...trace.sentences.map(({ chunkId }) => docIdOf(chunkId)),
  ]);
  return {
    ...{ ...trace, parsed: '', terms: [] },
    candidates: trace.candidates.filter(({ docId }) => seen.has(docId)),
    sentences: trace.sentences.filter(({ chunkId }) => seen.has(docIdOf(chunkId))),
  };
}
