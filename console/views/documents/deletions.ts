import { apiKey } from '../../api/access.ts';
import { deleteDocument, deleteDocumentOnLeaving } from '../../api/documents.ts';
import { problemOf } from '../../api/problem.ts';
import { send } from '../../api/request.ts';
import { say } from '../../components/toast.tsx';
import { createStore } from '../../store.ts';
import { tellListing } from './listing.ts';

/** For so long a deletion can be taken back. */
const UNDO_MS = 10_000;

interface Doomed {
  readonly docId: string;
  readonly title: string;
}

/** What will be deleted, and when; null while nothing will. Held: the person is about to decide. */
export const deletion = createStore<{
  readonly docs: readonly Doomed[];
  readonly untilMs: number;
  readonly isHeld: boolean;
} | null>(null);

/** Documents that are not shown any more, though the server has them still. */
export const hidden = createStore<ReadonlySet<string>>(new Set());

let timer: ReturnType<typeof setTimeout> | undefined;
/** The key that was found to be enough, or that none is needed: asked before the window, not behind it. */
let keyThatDeletes: string | undefined;

/** Takes the document from the page, and has it deleted when the window ends. Several become one. */
export async function deleteLater(doc: Doomed): Promise<void> {
  try {
    if (keyThatDeletes !== apiKey.get()) await send({ path: '/api/v1/settings' });
    keyThatDeletes = apiKey.get();
  } catch (error) {
    say(`Not deleted. ${problemOf(error).title}`, { kind: 'failed' });
    return;
  }
  const docs = [...(deletion.get()?.docs ?? []).filter(({ docId }) => docId !== doc.docId), doc];
  hidden.set(new Set([...hidden.get(), doc.docId]));
  begin(docs, false);
}

export function undoDeletion(): void {
  clearTimeout(timer);
  const docs = deletion.get()?.docs ?? [];
  deletion.set(null);
  show(docs.map(({ docId }) => docId));
}

/** The window does not end while somebody has the pointer or the keyboard on it. */
export function holdDeletion(isHeld: boolean): void {
  const standing = deletion.get();
  if (standing && standing.isHeld !== isHeld) begin(standing.docs, isHeld);
}

/** Deletes at once what was to be deleted later. */
export async function deleteNow(): Promise<void> {
  clearTimeout(timer);
  const docs = deletion.get()?.docs ?? [];
  deletion.set(null);
  for (const { docId, title } of docs) {
    try {
      await deleteDocument(docId);
      tellListing({ documents: [], deleted: new Set([docId]) });
    } catch (error) {
      say(`${title} is not deleted. ${problemOf(error).title}`, { kind: 'failed' });
    }
    show([docId]);
  }
}

function begin(docs: readonly Doomed[], isHeld: boolean): void {
  clearTimeout(timer);
  deletion.set({ docs, untilMs: Date.now() + UNDO_MS, isHeld });
  if (!isHeld) timer = setTimeout(() => void deleteNow(), UNDO_MS);
}

function show(docIds: readonly string[]): void {
  hidden.set(new Set([...hidden.get()].filter((docId) => !docIds.includes(docId))));
}

/** Who leaves the page has decided. */
addEventListener('pagehide', () => {
  clearTimeout(timer);
  for (const { docId } of deletion.get()?.docs ?? []) deleteDocumentOnLeaving(docId);
  deletion.set(null);
});
