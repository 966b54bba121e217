import { useState } from 'preact/hooks';
import { type Gap, listGaps } from '../../api/quality.ts';
import { Ago } from '../../components/ago.tsx';
import { AskedWords } from '../../components/asked-words.tsx';
import { Button, ButtonLink, IconButton } from '../../components/button.tsx';
import { CorrelationId } from '../../components/correlation-id.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { share } from '../../components/figures.ts';
import { PageList } from '../../components/page-list.tsx';
import { useMedia } from '../../components/use-media.ts';
import { usePages } from '../../components/use-pages.ts';
import { plural, rich, t } from '../../messages.ts';
import { Why } from './trace-view.tsx';
import { WriteAnswer } from './write-answer.tsx';

const ROW_HEIGHT = 88;
const ROW_HEIGHT_NARROW = 216;

/** Unanswered questions, most frequent first: what to write or add next. */
export function Gaps() {
  const pages = usePages('gaps', listGaps, ({ gaps }) => gaps);
  const isNarrow = useMedia('(width < 40rem)');
  const [open, setOpen] = useState<Gap | null>(null);
  const [writing, setWriting] = useState<Gap | null>(null);
  return (
    <>
      <div class="quality-bar row">
        <p class="aside">
          {pages.total !== null &&
            plural(pages.total, [
              '{count} question of the last days got no answer, and has not been answered since.',
              '{count} questions of the last days got no answer, and have not been answered since.',
            ])}
        </p>
        <IconButton icon="retry" label={t('Refresh')} onClick={() => pages.reload()} />
      </div>
      <PageList
        label={t('Unanswered questions')}
        rowHeight={isNarrow ? ROW_HEIGHT_NARROW : ROW_HEIGHT}
        keyOf={({ correlation_id }) => correlation_id}
        pages={pages}
        empty={{
          title: t('Nothing is missing'),
          about: t(
            'Questions without an answer are listed here, so that you see which documents to add. Equal questions are grouped.',
          ),
        }}
      >
        {(gap) => (
          <div class="quality-row row">
            <div class="quality-row-words stack gap-xs grow">
              <p class="quality-row-title clamp" dir="auto">
                <AskedWords asked={gap.as_asked} standalone={gap.question} />
              </p>
              <p class="quality-row-facts row gap-facts aside">
                <strong>{plural(gap.asked, ['asked once', 'asked {count} times'])}</strong>
                <span>{rich('last {when}', { when: <Ago at={gap.last_asked_at} /> })}</span>
                <span>{t('best passage {share}', { share: share(gap.best_score) })}</span>
              </p>
            </div>
            <p class="quality-row-actions row">
              <Button onClick={() => setOpen(gap)}>
                {t('See why')}
                <span class="visually-hidden" dir="auto">
                  : {gap.question}
                </span>
              </Button>
              <Button icon="edit" onClick={() => setWriting(gap)}>
                {t('Write the answer')}
                <span class="visually-hidden" dir="auto">
                  : {gap.question}
                </span>
              </Button>
              <ButtonLink icon="upload" href="#/documents">
                {t('Add a document')}
              </ButtonLink>
            </p>
          </div>
        )}
      </PageList>
      {writing && <WriteAnswer gap={writing} onClose={() => setWriting(null)} />}
      {open && (
        <Dialog title={open.question} shape="sheet" onClose={() => setOpen(null)}>
          <div class="case stack gap-xl">
            <Why correlationId={open.correlation_id} />
            <p>
              <CorrelationId id={open.correlation_id} />
            </p>
          </div>
        </Dialog>
      )}
    </>
  );
}
