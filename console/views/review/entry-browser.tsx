import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { type ReviewEntry, reviewEntry } from '../../api/review.ts';
import { Button } from '../../components/button.tsx';
import { focusMain } from '../../components/focus-main.ts';
import { PageList } from '../../components/page-list.tsx';
import { ProblemNotice } from '../../components/problem-notice.tsx';
import { useKeys } from '../../components/use-keys.ts';
import { useLoaded } from '../../components/use-loaded.ts';
import { useMedia } from '../../components/use-media.ts';
import type { Pages } from '../../components/use-pages.ts';
import type { RowFocus } from '../../components/virtual-list.tsx';
import { t } from '../../messages.ts';
import { goTo, hrefOf } from '../../router.ts';
import { useStore } from '../../store.ts';
import { EntryRow } from './entry-row.tsx';
import { reopened } from './undo-decision.ts';

/** Room for an entry beside the list. */
const WIDE = '(min-width: 60rem)';
const ROW_HEIGHT = 92;

/** Actions on the shown entry. */
export interface EntryPlace {
  /** `3 of 12`; empty for an entry outside of the list. */
  readonly position: string;
  /** Removes an entry from the list, and opens the next one if it is still open. */
  readonly leave: (entryId: string) => void;
}

/**
 * A list of entries and the open one: side by side, or one at a time on a phone.
 *
 * @param props.chosenId Empty for none: then the first, if there is room.
 * @param props.restOf An entry's location in this view's URL.
 */
export function EntryBrowser(props: {
  readonly label: string;
  readonly pages: Pages<ReviewEntry>;
  readonly chosenId: string;
  readonly restOf: (entryId: string) => string;
  readonly head: ComponentChildren;
  readonly empty: Parameters<typeof PageList>[0]['empty'];
  readonly onEscape?: () => boolean;
  readonly children: (entry: ReviewEntry, place: EntryPlace) => ComponentChildren;
}) {
  const { label, pages, chosenId, restOf, head, empty, onEscape, children } = props;
  const isWide = useMedia(WIDE);
  const rowFocus = useRef<RowFocus | null>(null);
  const detail = useRef<HTMLDivElement>(null);
  const wantsFocus = useRef(false);
  const entries = pages.items;
  const index =
    chosenId === '' ? (isWide ? 0 : -1) : entries.findIndex(({ entry_id }) => entry_id === chosenId);
  const listed = entries[index];
  const alone = useEntry(!listed && chosenId !== '' && pages.isLoaded ? chosenId : '');
  const entry = listed ?? alone.entry;
  const isListShown = isWide || chosenId === '';

  useEffect(() => {
    detail.current?.scrollTo({ top: 0 });
    if (!isWide && entry) scrollTo({ top: 0 });
    if (!wantsFocus.current || !entry) return;
    wantsFocus.current = false;
    focusEntry();
  }, [entry?.entry_id]);

  const returned = useStore(reopened);
  useEffect(() => {
    if (entry?.entry_id !== returned || entry.status !== 'pending') return;
    reopened.set('');
    focusEntry();
  }, [entry, returned]);

  function focusEntry(): void {
    detail.current?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
  }

  function choose(at: number, { replacing = true } = {}): void {
    const target = entries[at];
    if (target) goTo({ view: 'review', rest: restOf(target.entry_id) }, { replacing });
  }

  function move(step: 1 | -1): void {
    if (!isListShown) {
      wantsFocus.current = true;
      choose(index + step);
    } else if (isWide) {
      if (!entries[index + step]) return;
      choose(index + step);
      rowFocus.current?.(index + step);
    } else {
      const row = document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row;
      rowFocus.current?.(row === undefined ? 0 : Number(row) + step);
    }
  }

  function back(): void {
    if (onEscape?.()) return;
    if (!isListShown) goTo({ view: 'review', rest: restOf('') });
    else if (index >= 0) rowFocus.current?.(index);
  }

  useKeys({ j: () => move(1), k: () => move(-1), Escape: back });

  // A decision may end when another entry or view is open.
  const now = useRef<{ entries: readonly ReviewEntry[]; shownId: string } | null>(null);
  now.current = { entries, shownId: entry?.entry_id ?? '' };
  useEffect(
    () => () => {
      now.current = null;
    },
    [],
  );

  function leave(entryId: string): void {
    pages.drop(({ entry_id }) => entry_id === entryId);
    const { entries = [], shownId } = now.current ?? {};
    // Who has clicked on another entry sees it in a moment.
    const places = [entryId, ''].map((id) => hrefOf({ view: 'review', rest: restOf(id) }));
    if (shownId !== entryId || !places.includes(location.hash)) return;
    const at = entries.findIndex(({ entry_id }) => entry_id === entryId);
    const next = entries[at + 1] ?? entries[at - 1];
    wantsFocus.current = true;
    goTo({ view: 'review', rest: restOf(next?.entry_id ?? '') }, { replacing: true });
    if (!next) focusMain();
  }

  const place: EntryPlace = {
    position: listed
      ? t('{position} of {total}', { position: index + 1, total: pages.total ?? entries.length })
      : '',
    leave,
  };
  return (
    <div class={isListShown ? 'review-panes' : 'review-panes only-entry'}>
      {isListShown && (
        <section class="review-list col" aria-label={label}>
          {head}
          <PageList
            label={label}
            rowHeight={ROW_HEIGHT}
            rowFocus={rowFocus}
            keyOf={({ entry_id }) => entry_id}
            pages={pages}
            empty={empty}
          >
            {(row, at) => (
              <EntryRow
                entry={row}
                href={hrefOf({ view: 'review', rest: restOf(row.entry_id) })}
                isChosen={isWide && at === index}
                tabIndex={at === Math.max(index, 0) || !isWide ? 0 : -1}
                onOpen={() => {
                  if (row.entry_id === entry?.entry_id) focusEntry();
                  else wantsFocus.current = true;
                }}
              />
            )}
          </PageList>
        </section>
      )}
      {(isWide || !isListShown) && (entry || alone.problem) && (
        <div class="review-entry" ref={detail}>
          {!isWide && (
            <p class="review-back">
              <Button variant="quiet" onClick={() => goTo({ view: 'review', rest: restOf('') })}>
                ← {label}
              </Button>
            </p>
          )}
          {entry && children(entry, place)}
          {!entry && alone.problem && <ProblemNotice problem={alone.problem} />}
        </div>
      )}
    </div>
  );
}

/** An entry named in the URL that is not, or not yet, in the list; none for an empty id. */
function useEntry(entryId: string) {
  const { value, problem } = useLoaded(entryId, async (asking) =>
    entryId === '' ? null : await reviewEntry(entryId, asking),
  );
  return { entry: value?.entry_id === entryId ? value : null, problem };
}
