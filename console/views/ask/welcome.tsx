import { useEffect } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { FileButton } from '../../components/file-button.tsx';
import { focusMain } from '../../components/focus-main.ts';
import { Icon } from '../../components/icon.tsx';
import { ProblemNotice } from '../../components/problem-notice.tsx';
import { Progress, Spinner } from '../../components/spinner.tsx';
import { plural, t } from '../../messages.ts';
import { goTo } from '../../router.ts';
import { useStore } from '../../store.ts';
import { add } from '../documents/adding.ts';
import { pickedFiles } from '../documents/dropped-files.ts';
import { followFeed } from '../documents/feed.ts';
import { counts } from '../documents/listing.ts';
import { isOpen, shareOf, uploads } from '../documents/upload-list.ts';
import { isEmpty } from './collections.ts';
import type { Filter } from './conversations.ts';
import { countDocuments, documentCount, sampleFiles } from './knowledge-base.ts';
import { Starters } from './suggestions.tsx';

/** Before the first question: an introduction and suggestions, or how to add documents when there are none. */
export function Welcome(props: {
  /** Whether a link led to a conversation that is not here. */
  readonly isUnknown: boolean;
  readonly filter: Filter;
  readonly onAsk: (question: string) => void;
  /** Called when there are documents to ask about. */
  readonly onReady: () => void;
}) {
  const { isUnknown, filter, onAsk, onReady } = props;
  const count = useStore(documentCount);
  const { done = 0, queued = 0, processing = 0 } = useStore(counts) ?? {};
  const isSending = useStore(uploads).some(isOpen);
  // From another page or program, too.
  const isComing = isSending || queued + processing > 0;
  const isAwaited = count === 0 || isComing;
  useEffect(() => (isAwaited ? followFeed() : undefined), [isAwaited]);
  useEffect(() => {
    if (done > 0) void countDocuments();
  }, [done]);
  useEffect(() => {
    if (isSending || uploads.get().length === 0) return;
    onReady();
    void countDocuments();
  }, [isSending]);
  return (
    <section class="welcome stack">
      <h1>{t('What would you like to know?')}</h1>
      {isUnknown && (
        <p class="notice warn">
          <Icon name="history" />
          <span>
            {t('This conversation is not in this browser. It was deleted, or it is in another browser.')}
          </span>
        </p>
      )}
      {count === 0 || isSending ? (
        <NoDocuments isComing={isComing} />
      ) : (
        <p class="lede">
          {answersFrom(count, filter)}{' '}
          {t('Every sentence names its source: click the number to read it there.')}
        </p>
      )}
      {count !== 0 && !isSending && <Starters filter={filter} documents={count} onAsk={onAsk} />}
    </section>
  );
}

function answersFrom(count: number | null, filter: Filter): string {
  if (!isEmpty(filter)) return t('Answers come from the documents that you chose.');
  if (count === null) return t('Answers come from your own documents.');
  return plural(count, ['Answers come from one document.', 'Answers come from {count} documents.']);
}

function NoDocuments({ isComing }: { isComing: boolean }) {
  const sent = useStore(uploads);
  const problem = sent.find((item) => item.problem !== null)?.problem;
  if (isComing) {
    return (
      <p class="loading row wrap" role="status">
        {t('Reading the documents…')}{' '}
        {sent.some(isOpen) ? <Progress value={shareOf(sent)} label={t('Documents read')} /> : <Spinner />}
      </p>
    );
  }
  return (
    <>
      <p class="lede">
        {t('There are no documents yet. Upload your own, or try three samples about an invented museum.')}
      </p>
      <p class="actions">
        <Button variant="primary" icon="document" onClick={() => add(pickedFiles(sampleFiles()))}>
          {t('Add the sample documents')}
        </Button>
        <FileButton choice="several" label={t('Documents to upload')} onFiles={upload}>
          {t('Upload documents')}
        </FileButton>
      </p>
      {problem && <ProblemNotice problem={problem} />}
    </>
  );
}

/** On the page that shows how they fare. */
function upload(files: readonly File[]): void {
  goTo({ view: 'documents' });
  add(pickedFiles(files));
  // The button is gone.
  focusMain();
}
