import type { DocumentStore } from '../../ports/document-store.ts';
import type { Question } from '../answer.ts';

/**
 * The documents that a question may be answered from: those it names, those with one of its tags, or those that meet
 * both if both are given. Unknown ids find nothing.
 *
 * @returns undefined when every document may answer.
 */
export async function allowedDocuments(
  { docIds, tags }: Question['filter'],
  documentStore: Pick<DocumentStore, 'docIdsWithTags'>,
): Promise<ReadonlySet<string> | undefined> {
  const named = docIds && new Set(docIds);
  if (!tags) return named;
  const tagged = await documentStore.docIdsWithTags(tags);
  return named ? new Set([...named].filter((docId) => tagged.has(docId))) : tagged;
}
