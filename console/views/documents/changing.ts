import { changeDocument } from '../../api/documents.ts';
import type { DocumentStatus } from '../../api/types.ts';
import { orSay } from '../../components/toast.tsx';
import { t } from '../../messages.ts';
import { put } from '../../store.ts';
import { lastChanged } from './feed.ts';
import { tellListing } from './listing.ts';

/** Changes title or tags, and shows them at once. @returns Whether the server did. */
export function change(
  docId: string,
  changes: { readonly title?: string; readonly tags?: readonly string[] },
): Promise<boolean> {
  return orSay(t('Not changed'), async () => {
    const document = await changeDocument(docId, changes);
    tellListing({ documents: [document], deleted: new Set() });
    put<DocumentStatus>(lastChanged, docId, document);
  });
}
