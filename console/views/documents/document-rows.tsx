import type { RefObject } from 'preact';
import type { DocumentStatus } from '../../api/types.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ProblemNotice } from '../../components/problem-notice.tsx';
import { Loading } from '../../components/spinner.tsx';
import { useAction } from '../../components/use-action.ts';
import { useMedia } from '../../components/use-media.ts';
import { type RowFocus, VirtualList } from '../../components/virtual-list.tsx';
import { plural, t } from '../../messages.ts';
import { useStore } from '../../store.ts';
import { sampleFiles } from '../ask/knowledge-base.ts';
import { add } from './adding.ts';
import { EVERYTHING, type Query } from './changed-listing.ts';
import { hidden } from './deletions.ts';
import { DocumentRow } from './document-row.tsx';
import { pickedFiles } from './dropped-files.ts';
import { listing, load, loadMore } from './listing.ts';
import { retryAll } from './retrying.ts';
import { selection } from './selection.ts';
import { SelectionBar } from './selection-bar.tsx';
import { uploads } from './upload-list.ts';

const ROW_HEIGHT = 68;
const ROW_HEIGHT_NARROW = 92;

/** The matching documents, or why there are none. */
export function DocumentRows(props: {
  readonly openId: string;
  readonly rowFocus: RefObject<RowFocus | null>;
  readonly onOpened: (index: number) => void;
  readonly onDelete: (doc: DocumentStatus, index: number) => void;
}) {
  const { openId, rowFocus, onOpened, onDelete } = props;
  const { state, docs, total, query, problem, nextCursor, isOutdated } = useStore(listing);
  const gone = useStore(hidden);
  const selected = useStore(selection);
  const isNarrow = useMedia('(width < 40rem)');
  const shown = gone.size === 0 ? docs : docs.filter(({ doc_id }) => !gone.has(doc_id));
  const left = Math.max(shown.length, total - (docs.length - shown.length));
  const isEverything = query.q.trim() === '' && query.status === '' && query.tag === '';

  return (
    <>
      <div class={left === 0 ? 'visually-hidden' : 'found row wrap spread aside'}>
        <p role="status">
          {state !== 'failed' &&
            !isEverything &&
            plural(left, ['{count} document found', '{count} documents found'])}
        </p>
        {query.status === 'failed' && left > 1 && <RetryAll query={query} count={left} />}
      </div>
      <SelectionBar docs={shown} />
      {isOutdated && (
        <p class="row gap-l aside">
          {t('There are new documents.')} <Button onClick={() => load()}>{t('Show')}</Button>
        </p>
      )}
      {problem && (
        <ProblemNotice
          problem={problem}
          onRetry={(by) => (docs.length === 0 ? load(query, by) : loadMore())}
        />
      )}
      {shown.length > 0 && (
        <VirtualList
          label={t('Documents')}
          items={shown}
          total={left}
          rowHeight={isNarrow ? ROW_HEIGHT_NARROW : ROW_HEIGHT}
          rowFocus={rowFocus}
          keyOf={({ doc_id }) => doc_id}
          onEnd={() => nextCursor !== null && state !== 'failed' && void loadMore()}
        >
          {(doc, index) => (
            <DocumentRow
              doc={doc}
              index={index}
              isOpen={doc.doc_id === openId}
              isSelected={selected.has(doc.doc_id)}
              onOpened={onOpened}
              onDelete={onDelete}
            />
          )}
        </VirtualList>
      )}
      {shown.length === 0 && state === 'loading' && !problem && (
        <Loading>{t('Loading the documents…')}</Loading>
      )}
      {shown.length === 0 && state === 'shown' && (isEverything ? <NoDocuments /> : <NoMatch />)}
    </>
  );
}

/** Retries all failed documents in one step, as after an outage of the embedding model. */
function RetryAll({ query, count }: { query: Query; count: number }) {
  const { run, isBusy } = useAction();
  return (
    <Button variant="quiet" icon="retry" busy={isBusy} onClick={() => run(() => retryAll(query))}>
      {t('Retry all {count}', { count })}
    </Button>
  );
}

function NoDocuments() {
  const isComing = useStore(uploads).length > 0;
  if (isComing) return null;
  return (
    <EmptyState
      title={t('No documents yet')}
      about={t(
        'Upload what your team knows: PDF, Word, PowerPoint, Excel, OpenDocument, HTML, Markdown, e-mail, plain text, or whole folders. Or try three samples about an invented museum.',
      )}
    >
      <Button icon="document" onClick={() => add(pickedFiles(sampleFiles()))}>
        {t('Add the sample documents')}
      </Button>
    </EmptyState>
  );
}

function NoMatch() {
  return (
    <EmptyState
      title={t('No matching documents')}
      about={t('Change the words, the state or the tag. Only titles and ids are searched here.')}
    >
      <Button onClick={() => load({ ...EVERYTHING, sort: listing.get().query.sort })}>
        {t('Show all documents')}
      </Button>
    </EmptyState>
  );
}
