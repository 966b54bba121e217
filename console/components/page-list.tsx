import type { ComponentChildren, RefObject } from 'preact';
import { EmptyState } from './empty-state.tsx';
import { ProblemNotice } from './problem-notice.tsx';
import { Loading } from './spinner.tsx';
import type { Pages } from './use-pages.ts';
import { type RowFocus, VirtualList } from './virtual-list.tsx';

/** A list that loads as it is scrolled: its rows, and before them that it loads, what failed, or that it is empty. */
export function PageList<T>(props: {
  readonly label: string;
  readonly pages: Pages<T>;
  readonly rowHeight: number;
  readonly keyOf: (item: T) => string;
  readonly rowFocus?: RefObject<RowFocus | null>;
  /** Said when there are no rows. */
  readonly empty: { readonly title: string; readonly about: string };
  readonly children: (item: T, index: number) => ComponentChildren;
}) {
  const { pages, empty, ...rest } = props;
  const { items, total, isLoading, problem, more, reload } = pages;
  return (
    <>
      {problem ? (
        <ProblemNotice problem={problem} onRetry={reload} />
      ) : (
        items.length === 0 && (isLoading ? <Loading /> : <EmptyState {...empty} />)
      )}
      {items.length > 0 && <VirtualList {...rest} items={items} total={total ?? items.length} onEnd={more} />}
    </>
  );
}
