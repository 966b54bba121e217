import { useState } from 'preact/hooks';
import { type Gap, listGaps } from '../../api/quality.ts';
import { Ago } from '../../components/ago.tsx';
import { Button, IconButton } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { plural, share } from '../../components/figures.ts';
import { Icon } from '../../components/icon.tsx';
import { ListState } from '../../components/list-state.tsx';
import { useMedia } from '../../components/use-media.ts';
import { usePages } from '../../components/use-pages.ts';
import { VirtualList } from '../../components/virtual-list.tsx';
import { TraceDialog } from './trace-dialog.tsx';

const ROW_HEIGHT = 88;
const ROW_HEIGHT_NARROW = 136;

/** Unanswered questions, most frequent first: what to write or add next. */
export function Gaps() {
  const pages = usePages('gaps', listGaps);
  const isNarrow = useMedia('(width < 40rem)');
  const [open, setOpen] = useState<Gap | null>(null);
  return (
    <>
      <div class="quality-bar">
        <p class="aside">
          {pages.total === null ? '' : plural(pages.total, 'question')} of the last days that nothing answers.
          One that was answered since is not here.
        </p>
        <IconButton icon="retry" label="Refresh" onClick={pages.reload} />
      </div>
      <ListState pages={pages} what="the questions">
        <EmptyState title="Nothing is missing">
          <p class="aside">
            Questions without an answer are gathered here, equal ones together, for you to see which documents
            to add.
          </p>
        </EmptyState>
      </ListState>
      {pages.items.length > 0 && (
        <VirtualList
          label="Unanswered questions"
          items={pages.items}
          total={pages.total ?? pages.items.length}
          rowHeight={isNarrow ? ROW_HEIGHT_NARROW : ROW_HEIGHT}
          keyOf={({ correlation_id }) => correlation_id}
          onEnd={pages.more}
        >
          {(gap) => (
            <div class="quality-row">
              <div class="quality-row-words">
                <p class="quality-row-title" dir="auto">
                  {gap.question}
                </p>
                <p class="quality-row-facts">
                  <strong>{plural(gap.asked, 'time')}</strong>
                  <span>
                    last <Ago at={gap.last_asked_at} />
                  </span>
                  <span>best passage {share(gap.best_score)}</span>
                </p>
              </div>
              <p class="quality-row-actions">
                <Button onClick={() => setOpen(gap)}>
                  See why<span class="visually-hidden">: {gap.question}</span>
                </Button>
                <a class="button plain" href="#/documents">
                  <Icon name="upload" />
                  <span>Add a document</span>
                </a>
              </p>
            </div>
          )}
        </VirtualList>
      )}
      {open && (
        <TraceDialog
          title={open.question}
          correlationId={open.correlation_id}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}
