import { useEffect, useState } from 'preact/hooks';
import { listDocuments } from '../../api/client.ts';
import { type ApiProblem, isAbort, problemOf } from '../../api/problem.ts';
import type { DocumentList } from '../../api/types.ts';
import { Button } from '../../components/button.tsx';
import { ToggleChip } from '../../components/chip.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ProblemNotice } from '../../components/problem-notice.tsx';
import { Loading } from '../../components/spinner.tsx';
import { hasKeyboard } from '../../components/use-media.ts';
import { VirtualList } from '../../components/virtual-list.tsx';
import type { Filter } from './conversations.ts';

const PAGE = 200;
const ROW_HEIGHT = 48;
const TYPING_PAUSE_MS = 250;
/** The most that a question may name. */
const DOCS_MAX = 200;
const TAGS_SHOWN_MAX = 30;

/** Chooses the documents for answers: some by name, or all with a tag. */
export function DocumentFilter(props: {
  readonly filter: Filter;
  readonly onChange: (filter: Filter) => void;
  readonly onClose: () => void;
}) {
  const { filter, onChange, onClose } = props;
  const [search, setSearch] = useState('');
  const [list, setList] = useState<DocumentList | null>(null);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const controller = new AbortController();
    const timer = setTimeout(() => void load(controller.signal), search === '' ? 0 : TYPING_PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [search, attempt]);

  async function load(signal: AbortSignal, before: DocumentList | null = null): Promise<void> {
    try {
      const cursor = before?.next_cursor;
      const page = await listDocuments(
        { q: search.trim(), limit: PAGE, ...(cursor && { cursor }) },
        { signal },
      );
      // The search may have changed by now.
      setList((now) =>
        before && now !== before ? now : { ...page, docs: [...(before?.docs ?? []), ...page.docs] },
      );
      setProblem(null);
    } catch (error) {
      if (!isAbort(error)) setProblem(problemOf(error));
    }
  }

  const docs = (list?.docs ?? []).filter(({ chunks }) => chunks > 0);
  const tags = [...new Set([...filter.tags, ...byFrequency(docs.flatMap((doc) => doc.tags))])].slice(
    0,
    TAGS_SHOWN_MAX,
  );
  const chosen = new Set(filter.docs.map(({ docId }) => docId));
  const toggle = (docId: string, title: string) =>
    onChange({
      ...filter,
      docs: chosen.has(docId)
        ? filter.docs.filter((doc) => doc.docId !== docId)
        : [...filter.docs, { docId, title }].slice(0, DOCS_MAX),
    });

  return (
    <Dialog title="Answer from" shape="sheet" onClose={onClose}>
      <div class="document-filter">
        <label class="field">
          <span>Search documents</span>
          <input
            type="search"
            dir="auto"
            autofocus={hasKeyboard()}
            value={search}
            onInput={(event) => setSearch(event.currentTarget.value)}
          />
        </label>
        {tags.length > 0 && (
          <fieldset class="chips">
            <legend class="visually-hidden">Tags</legend>
            {tags.map((tag) => (
              <ToggleChip
                key={tag}
                pressed={filter.tags.includes(tag)}
                onToggle={() =>
                  onChange({
                    ...filter,
                    tags: filter.tags.includes(tag)
                      ? filter.tags.filter((other) => other !== tag)
                      : [...filter.tags, tag],
                  })
                }
              >
                {`#${tag}`}
              </ToggleChip>
            ))}
          </fieldset>
        )}
        {problem && <ProblemNotice problem={problem} onRetry={() => setAttempt(attempt + 1)} />}
        {!list && !problem && <Loading>Loading the documents…</Loading>}
        {list && docs.length === 0 && (
          <EmptyState title="No such document">
            <p class="aside">None that can answer has this in its name.</p>
          </EmptyState>
        )}
        {docs.length > 0 && (
          <VirtualList
            label="Documents"
            items={docs}
            rowHeight={ROW_HEIGHT}
            keyOf={({ doc_id }) => doc_id}
            onEnd={() => list?.next_cursor && void load(new AbortController().signal, list)}
          >
            {({ doc_id, title }) => (
              <label class="check-row">
                <input type="checkbox" checked={chosen.has(doc_id)} onChange={() => toggle(doc_id, title)} />
                <span dir="auto">{title}</span>
              </label>
            )}
          </VirtualList>
        )}
        <div class="actions">
          <Button onClick={() => onChange({ docs: [], tags: [] })}>All documents</Button>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** The same words, the most frequent first. */
function byFrequency(words: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([word]) => word);
}
