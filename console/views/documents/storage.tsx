import { useEffect, useRef, useState } from 'preact/hooks';
import { type CorpusSummary, corpusSummary } from '../../api/documents.ts';
import { bytes as inBytes } from '../../components/figures.ts';
import { useMay } from '../../components/use-may.ts';
import { plural, t } from '../../messages.ts';
import { useStore } from '../../store.ts';
import { counts } from './listing.ts';

/** Totals scan all rows; during ingestion they are requested at this interval, and once more at its end. */
const BUSY_EVERY_MS = 20_000;
const SETTLED_EVERY_MS = 5_000;
/** Ingests that end together need one request. */
const PAUSE_MS = 500;

/** The number of documents and passages; for those who manage them, their size. */
export function Storage() {
  const now = useStore(counts);
  const mayManage = useMay('manage');
  const [summary, setSummary] = useState<CorpusSummary | null>(null);
  const isBusy = now !== null && now.queued + now.processing > 0;
  const ended = now === null ? 0 : now.done + now.skipped + now.failed;
  const asked = useRef(Number.NEGATIVE_INFINITY);

  useEffect(() => {
    const controller = new AbortController();
    const asking = { signal: controller.signal, askForKey: 'never' } as const;
    const rest = asked.current + (isBusy ? BUSY_EVERY_MS : SETTLED_EVERY_MS) - Date.now();
    const wait = setTimeout(
      () => {
        asked.current = Date.now();
        corpusSummary(asking).then(setSummary, () => {});
      },
      Math.max(PAUSE_MS, rest),
    );
    return () => {
      clearTimeout(wait);
      controller.abort();
    };
  }, [ended, isBusy]);

  if (!now && !summary) return <p class="storage row wrap aside" />;
  const documents = now ? Object.values(now).reduce((sum, count) => sum + count, 0) : summary!.documents;
  return (
    <p class="storage row wrap aside">
      <span>{plural(documents, ['{count} document', '{count} documents'])}</span>
      {/* Counted before the first document was ready, until the next reply. */}
      {summary && (summary.chunks > 0 || !now?.done) && (
        <>
          <span>{plural(summary.chunks, ['{count} passage', '{count} passages'])}</span>
          {mayManage && (
            <>
              <span>{t('{size} of files', { size: inBytes(summary.bytes_originals) })}</span>
              <span>{t('{size} on disk', { size: inBytes(summary.bytes_on_disk) })}</span>
            </>
          )}
        </>
      )}
    </p>
  );
}
