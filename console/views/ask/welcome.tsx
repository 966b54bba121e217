import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { FileButton } from '../../components/file-button.tsx';
import { Icon } from '../../components/icon.tsx';
import { ProblemNotice } from '../../components/problem-notice.tsx';
import { Progress, Spinner } from '../../components/spinner.tsx';
import { say } from '../../components/toast.tsx';
import { useAction } from '../../components/use-action.ts';
import { plural, t } from '../../messages.ts';
import { goTo } from '../../router.ts';
import { useStore } from '../../store.ts';
import { add } from '../documents/adding.ts';
import { pickedFiles } from '../documents/dropped-files.ts';
import { followFeed } from '../documents/feed.ts';
import { counts } from '../documents/listing.ts';
import type { Filter } from './conversations.ts';
import { addSamples, countDocuments, documentCount } from './knowledge-base.ts';
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
  const isComing = queued + processing > 0;
  /** 0–1, while the samples are read. */
  const [progress, setProgress] = useState<number | null>(null);
  // From another page or program, too.
  const isAwaited = count === 0 || isComing;
  useEffect(() => (isAwaited ? followFeed() : undefined), [isAwaited]);
  useEffect(() => {
    if (done > 0) void countDocuments();
  }, [done]);
  return (
    <section class="welcome">
      <h1>{t('What would you like to know?')}</h1>
      {isUnknown && (
        <p class="notice warn">
          <Icon name="history" />
          <span>
            {t('This conversation is not in this browser. It was deleted, or it is in another browser.')}
          </span>
        </p>
      )}
      {count === 0 || progress !== null ? (
        <NoDocuments isComing={isComing} progress={progress} onProgress={setProgress} onSamples={onReady} />
      ) : (
        <p class="lede">
          {count === null
            ? t('Answers come from your own documents.')
            : plural(count, ['Answers come from one document.', 'Answers come from {count} documents.'])}{' '}
          {t('Every sentence names its source: click the number to read it there.')}
        </p>
      )}
      {count !== 0 && progress === null && <Starters filter={filter} documents={count} onAsk={onAsk} />}
    </section>
  );
}

function NoDocuments(props: {
  readonly isComing: boolean;
  readonly progress: number | null;
  readonly onProgress: (progress: number | null) => void;
  readonly onSamples: () => void;
}) {
  const { isComing, progress, onProgress, onSamples } = props;
  const { run, problem } = useAction();

  function tryOut(): void {
    void run(async () => {
      onProgress(0);
      try {
        const count = await addSamples(onProgress);
        say(plural(count, ['{count} document added', '{count} documents added']));
        onSamples();
      } finally {
        onProgress(null);
      }
    });
  }

  if (progress !== null || isComing) {
    return (
      <p class="loading" role="status">
        {t('Reading the documents…')}{' '}
        {progress === null ? <Spinner /> : <Progress value={progress} label={t('Documents read')} />}
      </p>
    );
  }
  return (
    <>
      <p class="lede">
        {t('There are no documents yet. Upload your own, or try three samples about an invented museum.')}
      </p>
      <p class="actions">
        <Button variant="primary" icon="document" onClick={tryOut}>
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
  document.getElementById('main')?.focus();
}
