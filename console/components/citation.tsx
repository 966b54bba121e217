import type { Source } from '../api/types.ts';
import { t } from '../messages.ts';

/** `[n]` in an answer: opens the cited passage. */
export function Citation({ source, onOpen }: { source: Source; onOpen: (source: Source) => void }) {
  return (
    <button
      type="button"
      class="citation"
      title={source.label}
      aria-label={t('Source {number}: {label}', { number: source.n, label: source.label })}
      onClick={() => onOpen(source)}
    >
      {source.n}
    </button>
  );
}
