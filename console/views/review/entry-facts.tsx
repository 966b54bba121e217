import type { ReviewEntry } from '../../api/review.ts';
import { Ago, Until } from '../../components/ago.tsx';
import { CorrelationId } from '../../components/correlation-id.tsx';
import { plural } from '../../components/figures.ts';
import { Icon } from '../../components/icon.tsx';
import { hasExpired } from './expiry.ts';

/** How often it was asked, its ratings, its author and its times. */
export function EntryFacts({ entry }: { entry: ReviewEntry }) {
  const { asked, downvotes, model, mode, created_at: createdAt, correlation_id: correlationId } = entry;
  const { doc_id: docId, expires_at: expiresAt } = entry;
  return (
    <p class="entry-facts">
      <span>Asked {asked === 1 ? 'once' : plural(asked, 'time')}</span>
      {downvotes > 0 && (
        <span class="fact bad">
          <Icon name="down" />
          {plural(downvotes, 'thumb down', 'thumbs down')}
        </span>
      )}
      <span>
        by <bdi>{model}</bdi>, {mode}
      </span>
      <Ago at={createdAt} />
      {docId && expiresAt && (
        <span class="fact">
          <Icon name="history" />
          <span>
            {Date.parse(expiresAt) > Date.now() ? 'Expires' : 'Expired'} <Until at={expiresAt} />
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
      <div>
        <p>
          <strong>Stale.</strong> A source was replaced or deleted after
          {entry.decided_at ? ' the approval' : ' it was composed'}; see the sources below.
        </p>
        {entry.doc_id && (
          <p>
            The approved answer stays in use until you decide{entry.expires_at && ', or it expires'}. Approve
            to renew it, reject to withdraw it.
          </p>
        )}
        {entry.decided_at && !entry.doc_id && (
          <p>The approved answer is no longer in use. Approve it, edited or not, to use it again.</p>
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
        <strong>Expired</strong> <Ago at={expiresAt} />: it was approved for a limited time and is no longer
        in use. Approve it, edited or not, to use it again.
      </p>
    </div>
  );
}
