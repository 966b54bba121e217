import { useState } from 'preact/hooks';
import { documentText } from '../../api/client.ts';
import { documentChunks } from '../../api/documents.ts';
import type { DocumentStatus } from '../../api/types.ts';
import { Button } from '../../components/button.tsx';
import { ToggleChip } from '../../components/chip.tsx';
import { blocksIn } from '../../components/passage-parts.ts';
import { PassageText } from '../../components/passage-text.tsx';
import { ProblemNotice } from '../../components/problem-notice.tsx';
import { ScrollRegion } from '../../components/scroll-region.tsx';
import { Loading } from '../../components/spinner.tsx';
import { type Pages, usePages } from '../../components/use-pages.ts';
import { plural, t } from '../../messages.ts';
import { PageButton } from './page-button.tsx';

const CHUNKS_PAGE = 40;
/** UTF-16 units. */
const TEXT_PAGE = 20_000;

/** A document's extracted content: as passages, or as one text. */
export function Content({ doc }: { doc: DocumentStatus }) {
  const docId = doc.doc_id;
  const [shape, setShape] = useState<'passages' | 'text'>('passages');
  return (
    <section class="content stack" aria-label={t('Extracted text')}>
      <fieldset class="chips">
        <legend class="visually-hidden">{t('Show')}</legend>
        <ToggleChip pressed={shape === 'passages'} onToggle={() => setShape('passages')}>
          {t('Passages')}
        </ToggleChip>
        <ToggleChip pressed={shape === 'text'} onToggle={() => setShape('text')}>
          {t('Whole text')}
        </ToggleChip>
      </fieldset>
      {shape === 'passages' ? <Passages doc={doc} /> : <WholeText docId={docId} />}
    </section>
  );
}

function Passages({ doc }: { doc: DocumentStatus }) {
  const docId = doc.doc_id;
  const pages = usePages(
    docId,
    (cursor, asking) => documentChunks(docId, { limit: CHUNKS_PAGE, cursor }, asking),
    ({ chunks }) => chunks,
  );
  return (
    <>
      <ol class="chunks stack">
        {pages.items.map(({ chunk_id, position, page, section, text, start, headings, code }) => (
          <li key={chunk_id}>
            <p class="chunk-place row wrap gap-facts aside">
              <span class="source-number">{position + 1}</span>
              {page !== null && <PageButton doc={doc} page={page} />}
              {section && <span dir="auto">{section}</span>}
            </p>
            <div class="passage-text chunk-text" dir="auto">
              <PassageText
                parts={[{ role: 'passage', text }]}
                blocks={blocksIn({ from: start, text, headings, code })}
              />
            </div>
          </li>
        ))}
      </ol>
      <More
        pages={pages}
        label={(total) => plural(total, ['Show more of {count} passage', 'Show more of {count} passages'])}
      />
    </>
  );
}

function WholeText({ docId }: { docId: string }) {
  const load = async (cursor: string | null, asking: { signal: AbortSignal }) => {
    const from = Number(cursor ?? 0);
    const page = await documentText(docId, { from, to: from + TEXT_PAGE }, asking);
    const { to, length } = page;
    return { page, total: length, next_cursor: to < length ? `${to}` : null };
  };
  const pages = usePages(docId, load, ({ page }) => [page]);
  const text = pages.items.map((page) => page.text).join('');
  const blocks = blocksIn({
    ...{ from: 0, text },
    headings: pages.items.flatMap((page) => page.headings),
    code: pages.items.flatMap((page) => page.code),
  });
  return (
    <>
      {pages.items.length > 0 && (
        <ScrollRegion class="passage-text whole" dir="auto" label={t('Text of the document')}>
          <PassageText parts={[{ role: 'passage', text }]} blocks={blocks} />
        </ScrollRegion>
      )}
      <More
        pages={pages}
        label={(total) =>
          plural(total, ['Show more of {count} character', 'Show more of {count} characters'])
        }
      />
    </>
  );
}

function More({ pages, label }: { pages: Pages<unknown>; label: (total: number) => string }) {
  const { items, nextCursor, total, isLoading, problem, more, reload } = pages;
  if (problem) return <ProblemNotice problem={problem} onRetry={items.length === 0 ? reload : more} />;
  if (isLoading) return <Loading>{t('Reading…')}</Loading>;
  return nextCursor !== null && <Button onClick={() => more()}>{label(total ?? 0)}</Button>;
}
