import { useEffect, useState } from 'preact/hooks';
import { documentText } from '../../api/client.ts';
import { type Chunk, documentChunks } from '../../api/documents.ts';
import { type ApiProblem, isAbort, problemOf } from '../../api/problem.ts';
import { Button } from '../../components/button.tsx';
import { ToggleChip } from '../../components/chip.tsx';
import { plural } from '../../components/figures.ts';
import { ProblemNotice } from '../../components/problem-notice.tsx';
import { Spinner } from '../../components/spinner.tsx';

const CHUNKS_PAGE = 40;
/** UTF-16 units. */
const TEXT_PAGE = 20_000;

/** A document's extracted content: as passages, or as one text. */
export function Content({ docId }: { docId: string }) {
  const [shape, setShape] = useState<'passages' | 'text'>('passages');
  return (
    <section class="content" aria-label="What was read">
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

interface Part<T> {
  readonly items: readonly T[];
  readonly total: number;
  /** Start of the next part; null when there is none. */
  readonly next: string | null;
}

function Passages({ docId }: { docId: string }) {
  const { part, problem, isLoading, more } = useParts<Chunk>(async (cursor, signal) => {
    const page = await documentChunks(docId, { limit: CHUNKS_PAGE, cursor }, { signal });
    return { items: page.chunks, total: page.total, next: page.next_cursor };
  });
  return (
    <>
      <ol class="chunks">
        {part.items.map(({ chunk_id, position, page, section, text }) => (
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
      <More problem={problem} isLoading={isLoading} onMore={part.next === null ? null : more}>
        {`Show more of ${plural(part.total, 'passage')}`}
      </More>
    </>
  );
}

function WholeText({ docId }: { docId: string }) {
  const { part, problem, isLoading, more } = useParts<string>(async (cursor, signal) => {
    const from = Number(cursor ?? 0);
    const { text, to, length } = await documentText(docId, { from, to: from + TEXT_PAGE }, { signal });
    return { items: [text], total: length, next: to < length ? `${to}` : null };
  });
  return (
    <>
      {part.items.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a region that scrolls, and no section
        <div
          class="passage-text whole"
          dir="auto"
          tabindex={0}
          role="region"
          aria-label="Text of the document"
        >
          {part.items.join('')}
        </div>
      )}
      <More problem={problem} isLoading={isLoading} onMore={part.next === null ? null : more}>
        {`Show more of ${plural(part.total, 'character')}`}
      </More>
    </>
  );
}

function More(props: {
  readonly problem: ApiProblem | null;
  readonly isLoading: boolean;
  readonly onMore: (() => void) | null;
  readonly children: string;
}) {
  const { problem, isLoading, onMore, children } = props;
  if (problem) return <ProblemNotice problem={problem} {...(onMore && { onRetry: onMore })} />;
  if (isLoading) {
    return (
      <p class="loading">
        <Spinner /> Reading…
      </p>
    );
  }
  return onMore && <Button onClick={onMore}>{children}</Button>;
}

/** Content read part by part, the first at once. */
function useParts<T>(read: (cursor: string | null, signal: AbortSignal) => Promise<Part<T>>) {
  const [part, setPart] = useState<Part<T>>({ items: [], total: 0, next: '' });
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const [isLoading, setLoading] = useState(true);
  const [controller] = useState(() => new AbortController());

  async function more(): Promise<void> {
    setLoading(true);
    setProblem(null);
    try {
      const { items, total, next } = await read(part.next || null, controller.signal);
      setPart({ items: [...part.items, ...items], total, next });
    } catch (error) {
      if (!isAbort(error)) setProblem(problemOf(error));
    } finally {
      setLoading(false);
    }
  }

  useEffect(() => {
    void more();
    return () => controller.abort();
  }, []);
  return { part, problem, isLoading, more: () => void more() };
}
