import { useState } from 'preact/hooks';
import { listDecided, listPending, PENDING_SORTS, type PendingSort, type Verdict } from '../api/review.ts';
import { IconButton } from '../components/button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { counted } from '../components/figures.ts';
import { Icon } from '../components/icon.tsx';
import { usePages } from '../components/use-pages.ts';
import { hrefOf } from '../router.ts';
import { createStoredStore, useStore } from '../store.ts';
import { DecidedEntry } from './review/decided-entry.tsx';
import { EntryBrowser } from './review/entry-browser.tsx';
import { QueueEntry } from './review/queue-entry.tsx';
import { Reviewer } from './review/reviewer.tsx';

const HISTORY = 'history';
const SORT_LABELS: Readonly<Record<PendingSort, string>> = { demand: 'By demand', newest: 'Newest first' };
const STATUSES: readonly (readonly [Verdict | '', string])[] = [
  ['', 'All'],
  ['approved', 'Approved'],
  ['rejected', 'Rejected'],
];

const sortOrder = createStoredStore<PendingSort>('docent.review.sort', 'demand', {
  storage: localStorage,
  read: (stored) => PENDING_SORTS.find((sort) => sort === stored),
});

/** Answers under review; `rest` is the open entry, or `history/<status>/<entry>`. */
export function ReviewView({ rest }: { rest: string }) {
  const [first = '', status = '', chosenId = ''] = rest.split('/');
  const isHistory = first === HISTORY;
  return (
    <div class="review">
      <header class="review-head">
        <h1>Review</h1>
        <nav class="tabs" aria-label="Review">
          <a href={hrefOf({ view: 'review' })} aria-current={isHistory ? undefined : 'page'}>
            Queue
          </a>
          <a href={hrefOf({ view: 'review', rest: HISTORY })} aria-current={isHistory ? 'page' : undefined}>
            History
          </a>
        </nav>
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
  const pages = usePages(sort, (cursor, asking) => listPending({ sort, cursor }, asking));
  const [editing, setEditing] = useState('');
  return (
    <EntryBrowser
      label="Queue"
      what="the queue"
      pages={pages}
      chosenId={chosenId}
      restOf={(entryId) => entryId}
      onEscape={() => {
        setEditing('');
        return editing !== '';
      }}
      head={
        <div class="review-list-head">
          <p class="aside">{pages.total === null ? '' : `${counted(pages.total)} to review`}</p>
          <label class="select">
            <span class="visually-hidden">Order</span>
            <select
              value={sort}
              onChange={(event) =>
                sortOrder.set(PENDING_SORTS.find((sort) => sort === event.currentTarget.value) ?? 'demand')
              }
            >
              {PENDING_SORTS.map((sort) => (
                <option key={sort} value={sort}>
                  {SORT_LABELS[sort]}
                </option>
              ))}
            </select>
            <Icon name="chevron" />
          </label>
          <IconButton icon="retry" label="Refresh" onClick={pages.reload} />
        </div>
      }
      empty={
        <EmptyState title="Nothing to review">
          <p class="aside">
            An answer that is put together from several passages, or goes beyond them, waits here until
            somebody approves, corrects or rejects it. An approved answer is given word for word from then on.
          </p>
        </EmptyState>
      }
    >
      {(entry, place) => (
        <QueueEntry
          key={entry.entry_id}
          entry={entry}
          place={place}
          isEditing={editing === entry.entry_id}
          onEdit={(isEditing) =>
            setEditing((now) => (isEditing ? entry.entry_id : now === entry.entry_id ? '' : now))
          }
        />
      )}
    </EntryBrowser>
  );
}

function Decided({ status, chosenId }: { status: Verdict | ''; chosenId: string }) {
  const pages = usePages(`decided ${status}`, (cursor, asking) => listDecided({ status, cursor }, asking));
  return (
    <EntryBrowser
      label="History"
      what="the history"
      pages={pages}
      chosenId={chosenId}
      restOf={(entryId) => `${HISTORY}/${status || 'all'}${entryId && `/${entryId}`}`}
      head={
        <div class="review-list-head">
          <nav class="filters" aria-label="Decisions">
            {STATUSES.map(([name, label]) => (
              <a
                key={name}
                class="chip toggle"
                href={hrefOf({ view: 'review', rest: `${HISTORY}/${name || 'all'}` })}
                aria-current={name === status ? 'true' : undefined}
              >
                {label}
              </a>
            ))}
          </nav>
          <IconButton icon="retry" label="Refresh" onClick={pages.reload} />
        </div>
      }
      empty={
        <EmptyState title="No decisions yet">
          <p class="aside">Every approval and rejection is listed here: who decided, when and why.</p>
        </EmptyState>
      }
    >
      {(entry) => <DecidedEntry key={entry.entry_id} entry={entry} />}
    </EntryBrowser>
  );
}
