import type { ComponentChildren } from 'preact';
import { ProblemNotice } from './problem-notice.tsx';
import { Spinner } from './spinner.tsx';
import type { Pages } from './use-pages.ts';

/** What stands in the place of a list, or above it: that it is loading, what went wrong, or what will be here. */
export function ListState(props: {
  readonly pages: Pages<unknown>;
  /** `the queue`, for the words while it loads. */
  readonly what: string;
  /** Drawn when there is nothing. */
  readonly children: ComponentChildren;
}) {
  const { pages, what, children } = props;
  const { items, isLoaded, isLoading, problem } = pages;
  if (problem) return <ProblemNotice problem={problem} onRetry={pages.reload} />;
  if (!isLoaded || (isLoading && items.length === 0)) {
    return (
      <p class="loading" role="status">
        <Spinner /> Loading {what}…
      </p>
    );
  }
  return items.length === 0 ? children : null;
}
