import type { FoundPassage, Source } from '../../api/types.ts';

/** The answer's sources by number; the open one is marked. */
export function SourceList(props: {
  readonly sources: readonly Source[];
  readonly open: FoundPassage | null;
  readonly onOpen: (source: Source) => void;
}) {
  const { sources, open, onOpen } = props;
  if (sources.length === 0) return null;
  return (
    <ol class="source-list" aria-label="Sources">
      {sources.map((source) => (
        <li key={source.n}>
          <button type="button" class="source" aria-expanded={source === open} onClick={() => onOpen(source)}>
            <span class="source-number" aria-hidden="true">
              {source.n}
            </span>
            <span class="source-words">
              <span class="source-label" dir="auto">
                {source.label}
              </span>
              {source.kind === 'approved_answer' && <span class="tag">Approved answer</span>}
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}
