import type { Source } from '../api/types.ts';
import { t } from '../messages.ts';
import { labelOf } from './source-label.ts';

/** `[n]` in an answer: opens the cited passage. */
export function Citation({ source, onOpen }: { source: Source; onOpen: (source: Source) => void }) {
  const label = labelOf(source);
  return (
    <button
      type="button"
      class="citation"
      title={label}
      aria-label={t('Source {number}: {label}', { number: source.n, label })}
      onClick={() => onOpen(source)}
    >
      {source.n}
    </button>
  );
}
