import { IngestFailure, isRefusal } from '../../errors.ts';
import { inEnglish } from '../../kernel/said.ts';
import type { Original } from '../../ports/document-intake.ts';
import type { DownloadDocument } from '../../ports/download.ts';
import type { OriginalStore, StagedOriginal } from '../../ports/original-store.ts';
import { filenameOfUrl } from '../documents/document-id.ts';
import { formatOf, READABLE_EXTENSIONS } from '../parsing/formats.ts';

/**
 * Downloads a document into the originals. Disposing of what it returns releases the hold on its bytes.
 *
 * @throws {IngestFailure} When the download fails, is too large, is empty, or has an unsupported format.
 * @throws The signal's reason when `signal` aborts; nothing is kept then.
 */
export async function downloadOriginal(
  url: string,
  parts: {
    download: DownloadDocument;
    originals: Pick<OriginalStore, 'receive'>;
    fileBytesMax: number;
    signal: AbortSignal;
  },
) {
  await using download = await parts.download(url, { signal: parts.signal });
  await using held = new AsyncDisposableStack();
  const staged = held.use(await receive(download.body, parts));
  const mediaType = mediaTypeOf(staged, { filename: filenameOfUrl(url), served: download.mediaType });
  await staged.keep(parts.signal);
  const hold = held.move();
  return {
    original: { contentHash: staged.contentHash, bytes: staged.bytes, mediaType } satisfies Original,
    [Symbol.asyncDispose]: () => hold.disposeAsync(),
  };
}

async function receive(
  body: AsyncIterable<Uint8Array>,
  parts: { originals: Pick<OriginalStore, 'receive'>; fileBytesMax: number; signal: AbortSignal },
): Promise<StagedOriginal> {
  try {
    return await parts.originals.receive(body, { limitBytes: parts.fileBytesMax, signal: parts.signal });
  } catch (error) {
    if (isRefusal(error, 'file_too_large')) {
      const megabytes = Math.floor(parts.fileBytesMax / 1024 / 1024);
      throw new IngestFailure('file_too_large', `The document is larger than the limit of ${megabytes} MB.`, {
        cause: error,
      });
    }
    throw error;
  }
}

/**
 * By the file name of the URL when it has a known extension, so that a sign-in page served in place of `report.pdf` is
 * not ingested as the report; otherwise by the `Content-Type` (`/wiki/Node.js`).
 */
function mediaTypeOf(
  staged: StagedOriginal,
  { filename, served }: { filename: string; served: string | null },
): string {
  const namesFormat = READABLE_EXTENSIONS.has(filename.split('.').at(-1)!.toLowerCase());
  const format = formatOf({ filename: namesFormat ? filename : '', mediaType: served, head: staged.head });
  if ('format' in format) return format.mediaType;
  const { refusal } = format;
  if (refusal.code === 'empty_file') {
    throw new IngestFailure('empty_file', 'The downloaded document is empty: it has 0 bytes.');
  }
  const reason = 'reason' in refusal ? refusal.reason : 'The file type is not supported.';
  throw new IngestFailure('unsupported_file_type', inEnglish(reason));
}
