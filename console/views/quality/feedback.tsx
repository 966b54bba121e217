import { useState } from 'preact/hooks';
import { type FeedbackRecord, listFeedback, type TimeSpan } from '../../api/quality.ts';
import { Ago } from '../../components/ago.tsx';
import { IconButton } from '../../components/button.tsx';
import { Chip } from '../../components/chip.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { counted } from '../../components/figures.ts';
import { Icon } from '../../components/icon.tsx';
import { ListState } from '../../components/list-state.tsx';
import { Markdown } from '../../components/markdown.tsx';
import { usePages } from '../../components/use-pages.ts';
import { VirtualList } from '../../components/virtual-list.tsx';
import { qualityHref } from './place.ts';
import { timeWords } from './time-words.ts';
import { TraceView, useTrace } from './trace-view.tsx';

const ROW_HEIGHT = 76;
const RATINGS = [
  ['', 'All'],
  ['up', 'Thumbs up'],
  ['down', 'Thumbs down'],
] as const;

/** Feedback on answers, newest first. */
export function Feedback({ rating, time }: { rating: FeedbackRecord['rating'] | ''; time: TimeSpan }) {
  const filter = { rating, ...time };
  const pages = usePages(JSON.stringify(filter), (cursor, asking) => listFeedback(filter, cursor, asking));
  const when = timeWords(time);
  const [open, setOpen] = useState<FeedbackRecord | null>(null);
  return (
    <>
      <div class="quality-bar">
        <nav class="filters" aria-label="Rating">
          {RATINGS.map(([name, label]) => (
            <a
              key={name}
              class="chip toggle"
              href={qualityHref('feedback', { rating: name, ...time })}
              aria-current={name === rating ? 'true' : undefined}
            >
              {label}
            </a>
          ))}
        </nav>
        {when && (
          <Chip
            label={`Without the limit: ${when}`}
            onRemove={() => {
              location.hash = qualityHref('feedback', { rating });
            }}
          >
            {when}
          </Chip>
        )}
        {pages.total !== null && <p class="aside">{counted(pages.total)} in all</p>}
        <IconButton icon="retry" label="Refresh" onClick={pages.reload} />
      </div>
      <ListState pages={pages} what="the feedback">
        <EmptyState title={when ? 'No feedback in this time' : 'No feedback yet'}>
          <p class="aside">
            Whoever asks can give a thumb up or down below an answer, and say why. It is listed here.
          </p>
        </EmptyState>
      </ListState>
      {pages.items.length > 0 && (
        <VirtualList
          label="Feedback"
          items={pages.items}
          total={pages.total ?? pages.items.length}
          rowHeight={ROW_HEIGHT}
          keyOf={({ feedback_id }) => feedback_id}
          onEnd={pages.more}
        >
          {(record) => <FeedbackRow record={record} onOpen={() => setOpen(record)} />}
        </VirtualList>
      )}
      {open && <FeedbackDialog record={open} onClose={() => setOpen(null)} />}
    </>
  );
}

function FeedbackRow({ record, onOpen }: { record: FeedbackRecord; onOpen: () => void }) {
  const { rating, reason, question, created_at: at } = record;
  return (
    <button type="button" class="quality-row open" onClick={onOpen}>
      <Thumb rating={rating} />
      <span class="quality-row-words">
        <span class="quality-row-title" dir="auto">
          {question ?? 'An answer that is not known'}
        </span>
        <span class="quality-row-facts">
          <Ago at={at} />
          {reason && (
            <span class="clipped" dir="auto">
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
      <span class="visually-hidden">Thumb {rating}: </span>
    </span>
  );
}

function FeedbackDialog({ record, onClose }: { record: FeedbackRecord; onClose: () => void }) {
  const { rating, reason, question, answer, correlation_id: correlationId, created_at: at } = record;
  const traced = useTrace(correlationId);
  return (
    <Dialog title={question ?? 'An answer that is not known'} shape="sheet" onClose={onClose}>
      <div class="case">
        <p class="feedback-said">
          <Thumb rating={rating} />
          <span dir="auto">
            {reason ?? (rating === 'up' ? 'Good, without a word' : 'Bad, without a word')}
          </span>
          <Ago at={at} />
        </p>
        {answer !== null && (
          <div class="answer">
            <Markdown text={answer} />
          </div>
        )}
        {correlationId !== null && (
          <section>
            <h3>Why</h3>
            <TraceView traced={traced} />
          </section>
        )}
      </div>
    </Dialog>
  );
}
