import { SAMPLES } from 'virtual:samples';
import { followIngest, listDocuments, uploadDocument } from '../../api/client.ts';
import type { DocumentStatus } from '../../api/types.ts';
import { createStore } from '../../store.ts';

/** The number of documents; null while unknown or not accessible. */
export const documentCount = createStore<number | null>(null);

/** Counts silently: without access it asks for no key. */
export async function countDocuments(): Promise<void> {
  try {
    documentCount.set((await listDocuments({ limit: 1 }, { askForKey: 'never' })).total);
  } catch {
    documentCount.set(null);
  }
}

/**
 * Uploads the files one after the other and waits until each is searchable.
 *
 * @param onProgress Receives 0–1 of the whole.
 * @returns Unreadable files, by reason.
 */
export async function addDocuments(
  files: readonly File[],
  { signal, onProgress }: { signal: AbortSignal; onProgress: (share: number) => void },
): Promise<DocumentStatus[]> {
  const failed: DocumentStatus[] = [];
  for (const [i, file] of files.entries()) {
    const { doc_id } = await uploadDocument(file, { signal });
    for await (const status of followIngest(doc_id, { signal })) {
      onProgress((i + status.progress) / files.length);
      if (status.status === 'failed') failed.push(status);
    }
  }
  onProgress(1);
  await countDocuments();
  return failed;
}

export function sampleFiles(): File[] {
  return SAMPLES.map(
    ({ name, base64 }) => new File([Uint8Array.from(atob(base64), (unit) => unit.charCodeAt(0))], name),
  );
}
