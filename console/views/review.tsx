import { useEffect, useState } from 'preact/hooks';
import { listDecided, listPending, type PendingSort, type Verdict } from '../api/review.ts';
import { IconButton } from '../components/button.tsx';
import { LinkRow } from '../components/link-row.tsx';
import { Select } from '../components/select.tsx';
import { usePages } from '../components/use-pages.ts';
import { t } from '../messages.ts';
import { hrefOf } from '../router.ts';
import { createStoredStore, useStore } from '../store.ts';
import { DecidedEntry } from './review/decided-entry.tsx';
import { EntryBrowser } from './review/entry-browser.tsx';
import { QueueEntry } from './review/queue-entry.tsx';
import { Reviewer } from './review/reviewer.tsx';
import { reopened } from './review/undo-decision.ts';

const HISTORY = 'history';
const SORTS: readonly (readonly [PendingSort, string])[] = [
  ['demand', t('By demand')],
  ['newest', t('Newest first')],
];
const STATUSES: readonly (readonly [Verdict | '', string])[] = [
  ['', t('All')],
  ['approved', t('Approved')],
  ['rejected', t('Rejected')],
];

const sortOrder = createStoredStore<PendingSort>('docent.review.sort', 'demand', {
  storage: localStorage,
  read: (stored) => SORTS.find(([sort]) => sort === stored)?.[0],
});

/** Answers under review; `rest` is the open entry, or `history/<status>/<entry>`. */
export function ReviewView({ rest }: { rest: string }) {
  const [first = '', status = '', chosenId = ''] = rest.split('/');
  const isHistory = first === HISTORY;
  return (
    <div class="review screen col">
      <header class="view-head row wrap">
        <h1>{t('Review')}</h1>
        <LinkRow
          look="tabs"
          label={t('Review')}
          links={[
            { href: hrefOf({ view: 'review' }), words: t('Queue'), isChosen: !isHistory },
            { href: hrefOf({ view: 'review', rest: HISTORY }), words: t('History'), isChosen: isHistory },
          ]}
        />
        <Reviewer />
      </header>
      {isHistory ? (
        <Decided status={STATUSES.find(([name]) => name === status)?.[0] ?? ''} chosenId={chosenId} />
      ) : (
        <Queue chosenId={first} />
      )}
    </div>
  );
}

function Queue({ chosenId }: { chosenId: string }) {
  const sort = useStore(sortOrder);
  const pages = usePages(
    sort,
    (cursor, asking) => listPending(sort, cursor, asking),
    ({ pending }) => pending,
  );
  const [editing, setEditing] = useState('');
  const returned = useStore(reopened);
  useEffect(() => {
    if (returned !== '') pages.reload();
  }, [returned]);
  return (
    <EntryBrowser
      label={t('Queue')}
      pages={pages}
      chosenId={chosenId}
      restOf={(entryId) => entryId}
      onEscape={() => {
        setEditing('');
        return editing !== '';
      }}
      head={
        <div class="review-list-head small row">
          <p class="aside">{pages.total === null ? '' : t('{count} to review', { count: pages.total })}</p>
          <Select label={t('Order')} value={sort} options={SORTS} onChoose={sortOrder.set} />
          <IconButton icon="retry" label={t('Refresh')} onClick={() => pages.reload()} />
        </div>
      }
      empty={{
        title: t('Nothing to review'),
        about: t(
          'Answers composed of several passages, or beyond them, wait here until somebody approves, corrects or rejects them. From then on Docent uses an approved answer word for word.',
        ),
      }}
    >
      {(entry, place) =>
        entry.status === 'pending' ? (
          <QueueEntry
            key={entry.entry_id}
            entry={entry}
            place={place}
            isEditing={editing === entry.entry_id}
            onEdit={(isEditing) =>
              setEditing((now) => (isEditing ? entry.entry_id : now === entry.entry_id ? '' : now))
            }
          />
        ) : (
          // A link to it is older than its decision.
          <DecidedEntry key={entry.entry_id} entry={entry} />
        )
      }
    </EntryBrowser>
  );
}

function Decided({ status, chosenId }: { status: Verdict | ''; chosenId: string }) {
  const pages = usePages(
    `decided ${status}`,
    (cursor, asking) => listDecided(status, cursor, asking),
    ({ decided }) => decided,
  );
  return (
    <EntryBrowser
      label={t('History')}
      pages={pages}
      chosenId={chosenId}
      restOf={(entryId) => `${HISTORY}/${status || 'all'}${entryId && `/${entryId}`}`}
      head={
        <div class="review-list-head small row">
          <LinkRow
            look="filters"
            label={t('Decisions')}
            links={STATUSES.map(([name, words]) => ({
              href: hrefOf({ view: 'review', rest: `${HISTORY}/${name || 'all'}` }),
              words,
              isChosen: name === status,
            }))}
          />
          <IconButton icon="retry" label={t('Refresh')} onClick={() => pages.reload()} />
        </div>
      }
      empty={{
        title: t('No decisions yet'),
        about: t('Every approval and rejection is listed here: who decided, when and why.'),
      }}
    >
      {(entry) => <DecidedEntry key={entry.entry_id} entry={entry} />}
    </EntryBrowser>
  );
}
