import { documentChunks } from '../../api/documents.ts';
import type { DocumentStatus } from '../../api/types.ts';
import { useLoaded } from '../../components/use-loaded.ts';
import { plural, t } from '../../messages.ts';
import { firstLines, headingsOf } from './brief-parts.ts';
import { PageButton } from './page-button.tsx';

const CHUNKS_READ_MAX = 200;
const HEADINGS_SHOWN_MAX = 8;

/** What a document is about: its first lines, and its headings. */
export function Brief({ doc }: { doc: DocumentStatus }) {
  const docId = doc.doc_id;
  const { value } = useLoaded(docId, (asking) =>
    documentChunks(docId, { limit: CHUNKS_READ_MAX, cursor: null }, { ...asking, askForKey: 'never' }),
  );
  if (!value || value.chunks.length === 0) return null;
  const headings = headingsOf(value.chunks);
  const lines = firstLines(value.chunks[0]!.text);
  if (lines === '' && headings.length < 2) return null;
  const more = headings.length - HEADINGS_SHOWN_MAX;
  return (
    <section class="brief stack gap-m">
      <h3>{t('In brief')}</h3>
      {lines !== '' && <p dir="auto">{lines}</p>}
      {headings.length > 1 && (
        <ul class="small stack gap-xxs" aria-label={t('Headings')}>
          {headings.slice(0, HEADINGS_SHOWN_MAX).map(({ section, text, depth, page }) => (
            <li key={section} class="row top spread" dir="auto" style={{ paddingInlineStart: `${depth}rem` }}>
              {text}
              {page !== null && <PageButton doc={doc} page={page} />}
            </li>
          ))}
          {more > 0 && (
            <li class="aside">{plural(more, ['and {count} more heading', 'and {count} more headings'])}</li>
          )}
        </ul>
      )}
    </section>
  );
}
