import type { ReviewEntry } from '../../api/review.ts';
import { Ago } from '../../components/ago.tsx';
import { counted } from '../../components/figures.ts';
import { Icon } from '../../components/icon.tsx';
import { plural, t } from '../../messages.ts';
import { hasExpired } from './expiry.ts';

const DOUBTS = {
  partial: t('partly word for word in the sources'),
  unsupported: t('not word for word in the sources'),
} as const;

/** An entry in a list: its question, and reasons to review it. */
export function EntryRow(props: {
  readonly entry: ReviewEntry;
  readonly href: string;
  readonly isChosen: boolean;
  readonly tabIndex: number;
  readonly onOpen: () => void;
}) {
  const { entry, href, isChosen, tabIndex, onOpen } = props;
  const { question, status, stale, asked, downvotes, grounded } = entry;
  return (
    <a
      class="entry-row stack gap-xs"
      href={href}
      tabindex={tabIndex}
      aria-current={isChosen ? 'true' : undefined}
      // For the keyboard only: a click keeps its own focus.
      onClick={(event) => event.detail === 0 && onOpen()}
    >
      <span class="entry-row-question clamp" dir="auto">
        {question}
      </span>
      <span class="entry-row-facts row fine">
        {status === 'pending' ? (
          <>
            {hasExpired(entry, Date.now()) ? (
              <span class="tag expired">{t('Expired')}</span>
            ) : (
              stale && <span class="tag warn">{t('Stale')}</span>
            )}
            <span>{plural(asked, ['asked once', 'asked {count} times'])}</span>
            {downvotes > 0 && (
              <span class="fact row gap-xs bad">
                <Icon name="down" />
                <span class="visually-hidden">{t('Thumbs down: ')}</span>
                {counted(downvotes)}
              </span>
            )}
            {grounded && grounded !== 'supported' && (
              <span class={`fact row gap-xs ${grounded}`}>
                <Icon name="alert" />
                <span>{DOUBTS[grounded]}</span>
              </span>
            )}
          </>
        ) : (
          <>
            <span class={`fact row gap-xs ${status}`}>
              <Icon name={status === 'approved' ? 'check' : 'close'} />
              {status === 'approved' ? t('Approved') : t('Rejected')}
            </span>
            {entry.decided_by && <bdi>{entry.decided_by}</bdi>}
            {entry.decided_at && <Ago at={entry.decided_at} />}
          </>
        )}
      </span>
    </a>
  );
}
