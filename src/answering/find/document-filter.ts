import { ANSWER_ID_PREFIX } from '../../ports/answer-documents.ts';
import type { DocumentStore } from '../../ports/document-store.ts';
import type { Question } from '../answer.ts';

/**
 * The documents that a question may be answered from: those it names, those with one of its tags and those that its
 * asker may see; those that meet all of these if several are given. Unknown ids find nothing.
 *
 * @returns undefined when every document may answer; `corpus` are those that the asker may see.
 */
export async function allowedDocuments(
  { docIds, tags, visibleTo }: Question['filter'],
  documentStore: Pick<DocumentStore, 'docIdsWithTags' | 'visibleAmong'>,
): Promise<{ docIds: ReadonlySet<string> | undefined; corpus: ReadonlySet<string> | undefined }> {
  const [tagged, corpus] = await Promise.all([
    tags && documentStore.docIdsWithTags(tags),
    visibleTo && visibleDocuments(visibleTo, documentStore),
  ]);
  const [first, ...others] = [docIds && new Set(docIds), tagged, corpus].filter((set) => set !== undefined);
  if (first === undefined || others.length === 0) return { docIds: first, corpus };
  const all = new Set([...first].filter((docId) => others.every((set) => set.has(docId))));
  return { docIds: all, corpus };
}

/** What `allowedDocuments` gives, with the languages of the corpus. */
export async function searchedCorpus(
  filter: Question['filter'],
  documentStore: Pick<DocumentStore, 'docIdsWithTags' | 'visibleAmong' | 'languages'>,
): Promise<Awaited<ReturnType<typeof allowedDocuments>> & { languages: ReadonlyMap<string, number> }> {
  const allowed = await allowedDocuments(filter, documentStore);
  return { ...allowed, languages: await documentStore.languages(allowed.corpus) };
}

/** The live documents with one of `tags`, without the approved answers among them that rest on any other document. */
export async function visibleDocuments(
  tags: readonly string[],
  documentStore: Pick<DocumentStore, 'docIdsWithTags' | 'visibleAmong'>,
): Promise<ReadonlySet<string>> {
  const tagged = await documentStore.docIdsWithTags(tags);
  const answers = [...tagged].filter((docId) => docId.startsWith(ANSWER_ID_PREFIX));
  if (answers.length === 0) return tagged;
  const visible = new Set(await documentStore.visibleAmong(answers, tags));
  return new Set([...tagged].filter((docId) => !docId.startsWith(ANSWER_ID_PREFIX) || visible.has(docId)));
}
