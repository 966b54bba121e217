import type { ComponentChildren } from 'preact';
import { ProblemNotice } from './problem-notice.tsx';
import { Spinner } from './spinner.tsx';
import type { Pages } from './use-pages.ts';

/** Shown instead of a list, or above it: loading, an error, or what will be here. */
export function ListState(props: {
  readonly pages: Pages<unknown>;
  /** For the loading message, such as `the queue`. */
  readonly what: string;
  /** Shown when the list is empty. */
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
