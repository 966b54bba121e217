import { listDocuments } from '../../api/client.ts';
import { retryDocument } from '../../api/documents.ts';
import type { DocumentStatus } from '../../api/types.ts';
import { undisguised } from '../../components/name.tsx';
import { orSay, say } from '../../components/toast.tsx';
import { plural, t } from '../../messages.ts';
import type { Query } from './changed-listing.ts';

const PAGE = 200;

/** Ingests a document again; the stream reports its state. */
export async function retry({ doc_id, title }: Pick<DocumentStatus, 'doc_id' | 'title'>): Promise<void> {
  await orSay(t('Not retried'), async () => {
    await retryDocument(doc_id);
    say(t('Retrying: {document}', { document: undisguised(title) }));
  });
}

/** Retries all matching documents, one after the other. Reads the whole list first, as retrying changes it. */
export async function retryAll(query: Query): Promise<void> {
  const ids: string[] = [];
  let tried = 0;
  const failure = () => t('{count} of {total} retried', { count: tried, total: ids.length });
  await orSay(failure, async () => {
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await listDocuments({ ...query, limit: PAGE, ...(cursor && { cursor }) });
      ids.push(...page.docs.map(({ doc_id }) => doc_id));
      cursor = page.next_cursor;
    }
    for (const id of ids) {
      await retryDocument(id);
      tried += 1;
    }
    say(plural(tried, ['Retrying {count} document', 'Retrying {count} documents']));
  });
}
