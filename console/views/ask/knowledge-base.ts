import { FILES as SAMPLES } from 'virtual:samples';
import { followIngest, listDocuments, uploadDocument } from '../../api/client.ts';
import { createStore } from '../../store.ts';

/** The number of documents that can answer; null while unknown or not accessible. */
export const documentCount = createStore<number | null>(null);

/** Counts silently: without access it asks for no key. */
export async function countDocuments(): Promise<void> {
  try {
    documentCount.set((await listDocuments({ limit: 1, status: 'done' }, { askForKey: 'never' })).total);
  } catch {
    documentCount.set(null);
  }
}

/**
 * Uploads the samples one after the other and waits until each is searchable.
 *
 * @param onProgress Receives 0–1 of the whole.
 * @returns How many there are.
 */
export async function addSamples(onProgress: (share: number) => void): Promise<number> {
  const files = sampleFiles();
  const { signal } = new AbortController();
  for (const [i, file] of files.entries()) {
    const { doc_id } = await uploadDocument(file, { signal });
    for await (const { progress } of followIngest(doc_id, { signal }))
      onProgress((i + progress) / files.length);
  }
  await countDocuments();
  return files.length;
}

export function sampleFiles(): File[] {
  return SAMPLES.map(
    ({ name, base64 }) => new File([Uint8Array.from(atob(base64), (unit) => unit.charCodeAt(0))], name),
  );
}
