import type { Source } from '../api/types.ts';

/** `[n]` in an answer: opens the cited passage. */
export function Citation({ source, onOpen }: { source: Source; onOpen: (source: Source) => void }) {
  return (
    <button
      type="button"
      class="citation"
      title={source.label}
      aria-label={`Source ${source.n}: ${source.label}`}
      onClick={() => onOpen(source)}
    >
      {source.n}
    </button>
  );
}
