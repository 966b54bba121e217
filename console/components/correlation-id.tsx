import { t } from '../messages.ts';
import { copyText } from './copy-text.ts';
import { Icon } from './icon.tsx';

/** The id to find a request in the server's log; a click copies it. */
export function CorrelationId({ id }: { id: string }) {
  return (
    <button
      type="button"
      class="correlation-id row gap-s fine"
      title={t('Correlation id {id}: finds this request in the server’s log', { id })}
      onClick={() => copyText(id, t('Correlation id'))}
    >
      <span class="visually-hidden">{t('Copy correlation id')} </span>
      <code class="clip">{id}</code>
      <Icon name="copy" />
    </button>
  );
}
