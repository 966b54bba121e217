import { originalPath } from '../api/client.ts';
import { send } from '../api/request.ts';
import { t } from '../messages.ts';
import { saveFile } from './save-file.ts';
import { orSay } from './toast.tsx';

/** Saves the original document; by script, as a link could not send the key. */
export function downloadOriginal(docId: string, label: string): Promise<boolean> {
  return orSay(t('{document} was not downloaded', { document: label }), async () => {
    const reply = await send(() => new Request(originalPath(docId)));
    saveFile(await reply.blob(), filenameOf(reply.headers.get('content-disposition')) ?? docId);
  });
}

/** RFC 6266; the Unicode name precedes its ASCII fallback. */
function filenameOf(disposition: string | null): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  if (encoded) return decodeURIComponent(encoded);
  return /filename="([^"]*)"/i.exec(disposition ?? '')?.[1];
}
