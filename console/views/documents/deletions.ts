import { apiKey } from '../../api/access.ts';
import { deleteDocument } from '../../api/documents.ts';
import { ensurePermission } from '../../api/service.ts';
import { orSay, PASSES } from '../../components/toast.tsx';
import { t } from '../../messages.ts';
import { createStore } from '../../store.ts';
import { tellListing } from './listing.ts';

/** How long a deletion can be undone. */
const UNDO_MS = 10_000;

interface Doomed {
  readonly docId: string;
  readonly title: string;
}

/** The pending deletion and its time; null when there is none. Held while the user is about to decide. */
export const deletion = createStore<{
  readonly docs: readonly Doomed[];
  readonly untilMs: number;
  readonly isHeld: boolean;
} | null>(null);

/** Hidden documents that the server still has. */
export const hidden = createStore<ReadonlySet<string>>(new Set());

let timer: number | undefined;
/** The key that the server accepted, or that none is needed: checked before the undo window, not after it. */
let keyThatDeletes: string | undefined;

/**
 * Hides the document, and deletes it when the undo window ends. Several share one window.
 *
 * @returns False without the key, which the user is asked for before anything happens.
 */
export async function deleteLater(doc: Doomed): Promise<boolean> {
  const isPermitted = await orSay(t('Not deleted'), async () => {
    if (keyThatDeletes !== apiKey.get()) await ensurePermission('manage');
    keyThatDeletes = apiKey.get();
  });
  if (!isPermitted) return false;
  const docs = [...(deletion.get()?.docs ?? []).filter(({ docId }) => docId !== doc.docId), doc];
  hidden.set(new Set([...hidden.get(), doc.docId]));
  begin(docs, false);
  return true;
}

export function undoDeletion(): void {
  clearTimeout(timer);
  const docs = deletion.get()?.docs ?? [];
  deletion.set(null);
  show(docs.map(({ docId }) => docId));
}

/** The window stays open while the pointer or focus is on it. */
export function holdDeletion(isHeld: boolean): void {
  const standing = deletion.get();
  if (standing && standing.isHeld !== isHeld) begin(standing.docs, isHeld);
}

/** Carries out the pending deletion at once. */
export async function deleteNow(): Promise<void> {
  clearTimeout(timer);
  const docs = deletion.get()?.docs ?? [];
  deletion.set(null);
  for (const { docId, title } of docs) {
    await orSay(t('{document} was not deleted', { document: title }), async () => {
      await deleteDocument(docId);
      tellListing({ documents: [], deleted: new Set([docId]) });
    });
    show([docId]);
  }
}

function begin(docs: readonly Doomed[], isHeld: boolean): void {
  clearTimeout(timer);
  deletion.set({ docs, untilMs: Date.now() + UNDO_MS, isHeld });
  if (!isHeld) timer = setTimeout(() => void deleteNow(), UNDO_MS, PASSES);
}

function show(docIds: readonly string[]): void {
  hidden.set(new Set([...hidden.get()].filter((docId) => !docIds.includes(docId))));
}

/** Leaving the page confirms the deletion. */
addEventListener('pagehide', () => {
  clearTimeout(timer);
  for (const { docId } of deletion.get()?.docs ?? []) void deleteDocument(docId).catch(() => {});
  deletion.set(null);
});
