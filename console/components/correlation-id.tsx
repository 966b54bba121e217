import { t } from '../messages.ts';
import { copyText } from './copy-text.ts';
import { Icon } from './icon.tsx';
import { useMay } from './use-may.ts';

/** The id to find a request in the server's log; a click copies it. Shortened where hardly anybody needs it. */
export function CorrelationId({ id, isBrief = false }: { id: string; isBrief?: boolean }) {
  const mayExplain = useMay('explain');
  if (isBrief && !mayExplain) return null;
  return (
    <button
      type="button"
      class="correlation-id"
      title={t('Correlation id {id}: finds this request in the server’s log', { id })}
      onClick={() => copyText(id, t('Correlation id'))}
    >
      <span class="visually-hidden">{t('Copy correlation id')} </span>
      {isBrief ? <span aria-hidden="true">{t('id')}</span> : <code>{id}</code>}
      <Icon name="copy" />
    </button>
  );
}
