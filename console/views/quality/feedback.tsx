import { useState } from 'preact/hooks';
import { type FeedbackRecord, listFeedback, type TimeSpan } from '../../api/quality.ts';
import { Ago } from '../../components/ago.tsx';
import { IconButton } from '../../components/button.tsx';
import { Chip } from '../../components/chip.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Icon } from '../../components/icon.tsx';
import { LinkRow } from '../../components/link-row.tsx';
import { Markdown } from '../../components/markdown.tsx';
import { PageList } from '../../components/page-list.tsx';
import { usePages } from '../../components/use-pages.ts';
import { t } from '../../messages.ts';
import { qualityHref } from './place.ts';
import { timeWords } from './time-words.ts';
import { Why } from './trace-view.tsx';

const ROW_HEIGHT = 92;
const RATINGS = [
  ['', t('All')],
  ['up', t('Thumbs up')],
  ['down', t('Thumbs down')],
] as const;

/** Feedback on answers, newest first. */
export function Feedback({ rating, time }: { rating: FeedbackRecord['rating'] | ''; time: TimeSpan }) {
  const filter = { rating, ...time };
  const pages = usePages(
    JSON.stringify(filter),
    (cursor, asking) => listFeedback(filter, cursor, asking),
    ({ feedback }) => feedback,
  );
  const when = timeWords(time);
  const [open, setOpen] = useState<FeedbackRecord | null>(null);
  return (
    <>
      <div class="quality-bar row">
        <LinkRow
          look="filters"
          label={t('Rating')}
          links={RATINGS.map(([name, words]) => ({
            href: qualityHref('feedback', { rating: name, ...time }),
            words,
            isChosen: name === rating,
          }))}
        />
        {when && (
          <Chip
            label={t('Without the filter: {filter}', { filter: when })}
            onRemove={() => {
              location.hash = qualityHref('feedback', { rating });
            }}
          >
            {when}
          </Chip>
        )}
        {pages.total !== null && <p class="aside">{t('{count} in total', { count: pages.total })}</p>}
        <IconButton icon="retry" label={t('Refresh')} onClick={() => pages.reload()} />
      </div>
      <PageList
        label={t('Feedback')}
        rowHeight={ROW_HEIGHT}
        keyOf={({ feedback_id }) => feedback_id}
        pages={pages}
        empty={{
          title: when ? t('No feedback in this time') : t('No feedback yet'),
          about: t(
            'Users can rate each answer with a thumb up or down and say why. Their feedback is listed here.',
          ),
        }}
      >
        {(record) => <FeedbackRow record={record} onOpen={() => setOpen(record)} />}
      </PageList>
      {open && <FeedbackDialog record={open} onClose={() => setOpen(null)} />}
    </>
  );
}

function FeedbackRow({ record, onOpen }: { record: FeedbackRecord; onOpen: () => void }) {
  const { rating, reason, question, created_at: at } = record;
  return (
    <button type="button" class="quality-row row open" onClick={onOpen}>
      <Thumb rating={rating} />
      <span class="quality-row-words stack gap-xs grow">
        <span class="quality-row-title clamp" dir="auto">
          {question ?? t('An answer that is not known')}
        </span>
        <span class="quality-row-facts row gap-facts aside">
          <Ago at={at} />
          {reason && (
            <span class="clip" dir="auto">
              “{reason}”
            </span>
          )}
        </span>
      </span>
    </button>
  );
}

function Thumb({ rating }: Pick<FeedbackRecord, 'rating'>) {
  return (
    <span class={`thumb ${rating}`}>
      <Icon name={rating} />
      <span class="visually-hidden">{rating === 'up' ? t('Thumb up: ') : t('Thumb down: ')}</span>
    </span>
  );
}

function FeedbackDialog({ record, onClose }: { record: FeedbackRecord; onClose: () => void }) {
  const { rating, reason, question, answer, correlation_id: correlationId, created_at: at } = record;
  return (
    <Dialog title={question ?? t('An answer that is not known')} shape="sheet" onClose={onClose}>
      <div class="case stack gap-xl">
        <p class="feedback-said row gap-l">
          <Thumb rating={rating} />
          <span dir="auto">{reason ?? (rating === 'up' ? t('Good, no comment') : t('Bad, no comment'))}</span>
          <span class="aside">
            <Ago at={at} />
          </span>
        </p>
        {answer !== null && (
          <div class="answer">
            <Markdown text={answer} />
          </div>
        )}
        {correlationId !== null && (
          <section>
            <h3>{t('Why')}</h3>
            <Why correlationId={correlationId} />
          </section>
        )}
      </div>
    </Dialog>
  );
}
