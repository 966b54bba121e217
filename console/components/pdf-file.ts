import { originalPath } from '../api/client.ts';
import { send } from '../api/request.ts';
import { t } from '../messages.ts';
import { temporaryUrl } from './save-file.ts';
import { orSay } from './toast.tsx';

export const PDF = 'application/pdf';

/** The file that was opened last: another passage is most often of the same one. */
let last: { readonly docId: string; readonly file: Blob } | undefined;

/** The document's file; undefined when it is no PDF. */
export async function pdfOf(docId: string, signal: AbortSignal | null = null): Promise<Blob | undefined> {
  if (last?.docId === docId) return last.file;
  const reply = await send(() => new Request(originalPath(docId), { signal }));
  if (reply.headers.get('content-type') !== PDF) {
    void reply.body?.cancel();
    return undefined;
  }
  // Under no other type: the browser would run a page.
  const file = new Blob([await reply.arrayBuffer()], { type: PDF });
  last = { docId, file };
  return file;
}

/** In a tab of its own, by the browser's viewer. */
export function openAt(file: Blob, page: number): void {
  const link = document.createElement('a');
  link.href = `${temporaryUrl(file)}#page=${page}`;
  link.target = '_blank';
  link.rel = 'noopener';
  link.click();
}

/** Opens a PDF at a page. */
export function openPdfAt(docId: string, page: number): Promise<boolean> {
  return orSay(t('The PDF was not opened'), async () => {
    const file = await pdfOf(docId);
    if (file) openAt(file, page);
  });
}
