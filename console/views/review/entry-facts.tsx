import type { ReviewEntry } from '../../api/review.ts';
import { Ago } from '../../components/ago.tsx';
import { CorrelationId } from '../../components/correlation-id.tsx';
import { plural } from '../../components/figures.ts';
import { Icon } from '../../components/icon.tsx';

/** How often it was asked, its ratings, its author and its time. */
export function EntryFacts({ entry }: { entry: ReviewEntry }) {
  const { asked, downvotes, model, mode, created_at: createdAt, correlation_id: correlationId } = entry;
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
      <CorrelationId id={correlationId} />
    </p>
  );
}

/** What changed in a stale entry's sources, and what answers meanwhile. */
export function StaleNotice({ entry }: { entry: ReviewEntry }) {
  if (!entry.stale || entry.status !== 'pending') return null;
  return (
    <div class="notice warn" role="note">
      <Icon name="alert" />
      <div>
        <p>
          <strong>Stale.</strong> A document that this rests on was replaced or deleted since
          {entry.doc_id ? ' it was approved' : ' it was composed'}; its sources tell which.
        </p>
        {entry.doc_id && (
          <p>
            The approved answer is still given until you decide: approving renews it, rejecting withdraws it.
          </p>
        )}
      </div>
    </div>
  );
}
