import type { ReviewEntry } from '../../api/review.ts';
import { Ago, Until } from '../../components/ago.tsx';
import { CorrelationId } from '../../components/correlation-id.tsx';
import { Icon } from '../../components/icon.tsx';
import { modelName } from '../../components/quoted-from.ts';
import { plural, rich, t } from '../../messages.ts';
import { modeName } from '../ask/modes.ts';
import { hasExpired } from './expiry.ts';

/** How often it was asked, its ratings, its author and its times. */
export function EntryFacts({ entry }: { entry: ReviewEntry }) {
  const { asked, downvotes, model, mode, created_at: createdAt, correlation_id: correlationId } = entry;
  const { doc_id: docId, expires_at: expiresAt } = entry;
  return (
    <p class="entry-facts row wrap gap-facts aside">
      <span>{plural(asked, ['Asked once', 'Asked {count} times'])}</span>
      {downvotes > 0 && (
        <span class="fact row gap-xs bad">
          <Icon name="down" />
          {plural(downvotes, ['{count} thumb down', '{count} thumbs down'])}
        </span>
      )}
      <span>
        {rich('by {name}', { name: <bdi>{modelName(model)}</bdi> })}, {modeName(mode)}
      </span>
      <Ago at={createdAt} />
      {docId && expiresAt && (
        <span class="fact row gap-xs">
          <Icon name="history" />
          <span>
            {rich(Date.parse(expiresAt) > Date.now() ? 'Expires {when}' : 'Expired {when}', {
              when: <Until at={expiresAt} />,
            })}
          </span>
        </span>
      )}
      <CorrelationId id={correlationId} />
    </p>
  );
}

/** Why a stale entry is to be decided again, and what answers meanwhile. */
export function StaleNotice({ entry }: { entry: ReviewEntry }) {
  if (!entry.stale || entry.status !== 'pending') return null;
  if (hasExpired(entry, Date.now())) return <ExpiredNotice expiresAt={entry.expires_at!} />;
  return (
    <div class="notice warn" role="note">
      <Icon name="alert" />
      <div class="stack gap-xs">
        <p>
          <strong>{t('Stale.')}</strong>{' '}
          {entry.decided_at
            ? t('A source was replaced or deleted after the approval; see the sources below.')
            : t('A source was replaced or deleted after it was composed; see the sources below.')}
        </p>
        {entry.doc_id && (
          <p>
            {entry.expires_at
              ? t('The approved answer stays in use until you decide, or it expires.')
              : t('The approved answer stays in use until you decide.')}{' '}
            {t('Approve to renew it, reject to withdraw it.')}
          </p>
        )}
        {entry.decided_at && !entry.doc_id && (
          <p>{t('The approved answer is no longer in use. Approve it, edited or not, to use it again.')}</p>
        )}
      </div>
    </div>
  );
}

function ExpiredNotice({ expiresAt }: { expiresAt: string }) {
  return (
    <div class="notice warn" role="note">
      <Icon name="history" />
      <p>
        <strong>{rich('Expired {when}', { when: <Ago at={expiresAt} /> })}.</strong>{' '}
        {t(
          'It was approved for a limited time and is no longer in use. Approve it, edited or not, to use it again.',
        )}
      </p>
    </div>
  );
}
