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
          <strong>Stale.</strong> A document that this rests on was replaced or deleted since
          {entry.decided_at ? ' it was approved' : ' it was composed'}; its sources tell which.
        </p>
        {entry.doc_id && (
          <p>
            The approved answer is still given until you decide{entry.expires_at && ', or it expires'}:
            approving renews it, rejecting withdraws it.
          </p>
        )}
        {entry.decided_at && !entry.doc_id && (
          <p>The approved answer is no longer given; approving, edited or not, gives it again.</p>
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
        <strong>Expired</strong> <Ago at={expiresAt} />: it was approved for a limited time. It is no longer
        given; approving, edited or not, gives it again.
      </p>
    </div>
  );
}
