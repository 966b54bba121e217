import { useState } from 'preact/hooks';
import { documentText } from '../../api/client.ts';
import { type Chunk, documentChunks } from '../../api/documents.ts';
import { Button } from '../../components/button.tsx';
import { ToggleChip } from '../../components/chip.tsx';
import { plural } from '../../components/figures.ts';
import { ProblemNotice } from '../../components/problem-notice.tsx';
import { ScrollRegion } from '../../components/scroll-region.tsx';
import { Loading } from '../../components/spinner.tsx';
import { type Pages, usePages } from '../../components/use-pages.ts';

const CHUNKS_PAGE = 40;
/** UTF-16 units. */
const TEXT_PAGE = 20_000;

/** A document's extracted content: as passages, or as one text. */
export function Content({ docId }: { docId: string }) {
  const [shape, setShape] = useState<'passages' | 'text'>('passages');
  return (
    <section class="content" aria-label="Extracted text">
      <fieldset class="chips">
        <legend class="visually-hidden">Show</legend>
        <ToggleChip pressed={shape === 'passages'} onToggle={() => setShape('passages')}>
          Passages
        </ToggleChip>
        <ToggleChip pressed={shape === 'text'} onToggle={() => setShape('text')}>
          Whole text
        </ToggleChip>
      </fieldset>
      {shape === 'passages' ? <Passages docId={docId} /> : <WholeText docId={docId} />}
    </section>
  );
}

function Passages({ docId }: { docId: string }) {
  const pages = usePages<Chunk>(docId, async (cursor, asking) => {
    const page = await documentChunks(docId, { limit: CHUNKS_PAGE, cursor }, asking);
    return { items: page.chunks, total: page.total, nextCursor: page.next_cursor };
  });
  return (
    <>
      <ol class="chunks">
        {pages.items.map(({ chunk_id, position, page, section, text }) => (
          <li key={chunk_id}>
            <p class="chunk-place">
              <span>{position + 1}</span>
              {page !== null && <span>Page {page}</span>}
              {section && <span dir="auto">{section}</span>}
            </p>
            <p class="chunk-text" dir="auto">
              {text}
            </p>
          </li>
        ))}
      </ol>
      <More pages={pages} what="passage" />
    </>
  );
}

function WholeText({ docId }: { docId: string }) {
  const pages = usePages<string>(docId, async (cursor, asking) => {
    const from = Number(cursor ?? 0);
    const { text, to, length } = await documentText(docId, { from, to: from + TEXT_PAGE }, asking);
    return { items: [text], total: length, nextCursor: to < length ? `${to}` : null };
  });
  return (
    <>
      {pages.items.length > 0 && (
        <ScrollRegion class="passage-text whole" dir="auto" label="Text of the document">
          {pages.items.join('')}
        </ScrollRegion>
      )}
      <More pages={pages} what="character" />
    </>
  );
}

function More({ pages, what }: { pages: Pages<unknown>; what: string }) {
  const { items, nextCursor, total, isLoading, problem, more, reload } = pages;
  if (problem) return <ProblemNotice problem={problem} onRetry={items.length === 0 ? reload : more} />;
  if (isLoading) return <Loading>Reading…</Loading>;
  return (
    nextCursor !== null && <Button onClick={() => more()}>Show more of {plural(total ?? 0, what)}</Button>
  );
}
