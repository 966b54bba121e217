import { retryDocument } from '../../api/documents.ts';
import { problemOf } from '../../api/problem.ts';
import type { DocumentStatus } from '../../api/types.ts';
import { undisguised } from '../../components/name.tsx';
import { say } from '../../components/toast.tsx';

/** Has a document read once more; the stream tells how it fares. */
export async function retry({ doc_id, title }: Pick<DocumentStatus, 'doc_id' | 'title'>): Promise<void> {
  try {
    await retryDocument(doc_id);
    say(`Trying again: ${undisguised(title)}`);
  } catch (error) {
    const { title: what, detail } = problemOf(error);
    say(`${what}. ${detail}`);
  }
}
