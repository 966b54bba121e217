import { useEffect, useRef, useState } from 'preact/hooks';
import { type ApiProblem, isAbort, problemOf } from '../api/problem.ts';
import type { RetriedBy } from './problem-notice.tsx';

/** Part of a long list, as the server replies. */
interface Reply {
  /** Null on the last page. */
  readonly next_cursor: string | null;
  /** Over all pages; null when unknown. */
  readonly total?: number | null;
}

interface State<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
  readonly total: number | null;
  /** Whether the first page has loaded. */
  readonly isLoaded: boolean;
  readonly isLoading: boolean;
  readonly problem: ApiProblem | null;
}

/** The loaded part of a long list. */
export interface Pages<T> extends State<T> {
  /** Loads the next page, if there is one and none is loading. By itself, the problem stays until the reply. */
  readonly more: (by?: RetriedBy) => void;
  /** Reloads from the beginning; the present items stay until then, and the problem as for `more`. */
  readonly reload: (by?: RetriedBy) => void;
  /** Removes deleted items. */
  readonly drop: (isGone: (item: T) => boolean) => void;
}

const NOTHING = { items: [], nextCursor: null, total: null, isLoaded: false, problem: null } as const;

/**
 * Loads a list page by page.
 *
 * @param what Identifies the list: another one starts again, empty until its first page is there.
 */
export function usePages<T, R extends Reply>(
  what: string,
  load: (cursor: string | null, asking: { signal: AbortSignal }) => Promise<R>,
  itemsOf: (reply: R) => readonly T[],
): Pages<T> {
  const [state, setState] = useState<State<T>>({ ...NOTHING, isLoading: true });
  const [attempt, setAttempt] = useState(0);
  const underway = useRef<AbortController | null>(null);
  const shown = useRef(what);
  const retriedBy = useRef<RetriedBy | undefined>(undefined);

  useEffect(() => {
    if (shown.current !== what) setState({ ...NOTHING, isLoading: true });
    shown.current = what;
    void fetchPage(null, retriedBy.current);
    retriedBy.current = undefined;
    return () => underway.current?.abort();
  }, [what, attempt]);

  async function fetchPage(cursor: string | null, by?: RetriedBy): Promise<void> {
    underway.current?.abort();
    const controller = new AbortController();
    underway.current = controller;
    setState((before) => ({
      ...before,
      isLoading: true,
      problem: by === 'itself' ? before.problem : null,
    }));
    try {
      const reply = await load(cursor, { signal: controller.signal });
      if (controller.signal.aborted) return;
      setState((before) => ({
        items: [...(cursor === null ? [] : before.items), ...itemsOf(reply)],
        nextCursor: reply.next_cursor,
        total: reply.total ?? null,
        isLoaded: true,
        isLoading: false,
        problem: null,
      }));
    } catch (error) {
      if (isAbort(error) || controller.signal.aborted) return;
      setState((before) => ({ ...before, isLoading: false, problem: problemOf(error) }));
    }
  }

  return {
    ...state,
    more: (by) => {
      if (state.nextCursor !== null && !state.isLoading) void fetchPage(state.nextCursor, by);
    },
    reload: (by) => {
      retriedBy.current = by;
      setAttempt(attempt + 1);
    },
    drop: (isGone) =>
      setState((before) => {
        const items = before.items.filter((item) => !isGone(item));
        const dropped = before.items.length - items.length;
        return { ...before, items, total: before.total === null ? null : before.total - dropped };
      }),
  };
}
