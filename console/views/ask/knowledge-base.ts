import { FILES as SAMPLES } from 'virtual:samples';
import { listDocuments } from '../../api/client.ts';
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

export function sampleFiles(): File[] {
  return SAMPLES.map(
    ({ name, base64 }) => new File([Uint8Array.from(atob(base64), (unit) => unit.charCodeAt(0))], name),
  );
}
