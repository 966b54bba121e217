import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Rows rendered beyond the visible ones, so that scrolling shows no gap. */
const OVERSCAN = 6;

/** The focusable elements of a row. */
const FOCUSABLE = 'a[href], button:not([disabled]), input:not([disabled])';

/** Moves the focus to a row by its index. */
export type RowFocus = (index: number) => void;

/**
 * A list of any length that renders only its visible rows. Arrow keys, Home and End move between rows; Tab, through one
 * row and out of the list, which may have hundreds.
 *
 * @param props.rowHeight Pixels, the same for all.
 * @param props.total Number of rows when all are loaded; by default those of `items`.
 * @param props.onEnd Called when the end becomes visible: there may be more to load.
 */
export function VirtualList<T>(props: {
  readonly label: string;
  readonly items: readonly T[];
  readonly rowHeight: number;
  readonly keyOf: (item: T) => string;
  readonly total?: number;
  readonly rowFocus?: RefObject<RowFocus | null>;
  readonly onEnd?: () => void;
  readonly children: (item: T, index: number) => ComponentChildren;
}) {
  const { label, items, rowHeight, keyOf, total = items.length, rowFocus, onEnd, children } = props;
  const element = useRef<HTMLDivElement>(null);
  const space = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  /** The focused row stays rendered wherever it is. */
  const [held, setHeld] = useState<number | null>(null);
  const wanted = useRef<number | null>(null);
  useEffect(() => {
    const list = element.current!;
    const observer = new ResizeObserver(() => setView({ top: list.scrollTop, height: list.clientHeight }));
    observer.observe(list);
    return () => observer.disconnect();
  }, []);

  const first = Math.max(0, Math.floor(view.top / rowHeight) - OVERSCAN);
  const end = Math.min(items.length, Math.ceil((view.top + view.height) / rowHeight) + OVERSCAN);
  const drawn = Array.from({ length: Math.max(0, end - first) }, (_, offset) => first + offset);
  if (held !== null && held < Math.min(first, items.length)) drawn.unshift(held);
  else if (held !== null && held >= end && held < items.length) drawn.push(held);
  useEffect(() => {
    if (end === items.length) onEnd?.();
  }, [end, items.length]);

  function focusRow(index: number): void {
    if (items.length === 0) return;
    const target = Math.min(Math.max(index, 0), items.length - 1);
    wanted.current = target;
    setHeld(target);
    const list = element.current!;
    const [top, bottom] = [target * rowHeight, (target + 1) * rowHeight];
    if (top < list.scrollTop) list.scrollTop = top;
    else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
    if (held === target) giveFocus();
  }

  function giveFocus(): void {
    if (wanted.current === null) return;
    const row = element.current?.querySelector(`[data-row="${wanted.current}"]`);
    // Its link, before what else can be done with it.
    const target = row?.querySelector<HTMLElement>('a[href]') ?? row?.querySelector<HTMLElement>(FOCUSABLE);
    target?.focus({ preventScroll: true });
    wanted.current = null;
  }

  useLayoutEffect(giveFocus, [held]);
  useImperativeHandle(rowFocus ?? { current: null }, () => focusRow);

  /** Has the browser move the focus on from the list, and not to the next of its rows. */
  function leave(): void {
    const rows = space.current!;
    element.current!.focus({ preventScroll: true });
    rows.inert = true;
    setTimeout(() => {
      rows.inert = false;
    });
  }

  function onKeyDown(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || target.matches('select, textarea, [type="text"]'))
      return;
    const row = target.closest<HTMLElement>('[data-row]');
    if (event.key === 'Tab' && row) {
      const stops = [...row.querySelectorAll(FOCUSABLE)];
      if (target === stops.at(event.shiftKey ? 0 : -1)) leave();
      return;
    }
    const at = Number(row?.dataset.row ?? -1);
    const page = Math.max(1, Math.floor(view.height / rowHeight) - 1);
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: items.length - 1,
    };
    const index = steps[event.key];
    if (index === undefined) return;
    event.preventDefault();
    focusRow(index);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a list of divs, as rows are placed and not laid out
    <div
      ref={element}
      class="virtual-list"
      role="list"
      aria-label={label}
      tabindex={0}
      onKeyDown={onKeyDown}
      onFocusCapture={({ target }) => {
        const row = (target as Element).closest<HTMLElement>('[data-row]');
        setHeld(row ? Number(row.dataset.row) : null);
      }}
      onScroll={({ currentTarget }) =>
        setView({ top: currentTarget.scrollTop, height: currentTarget.clientHeight })
      }
    >
      <div
        ref={space}
        class="virtual-list-space"
        role="presentation"
        style={{ blockSize: `${items.length * rowHeight}px` }}
      >
        {drawn.map((index) => (
          // biome-ignore lint/a11y/useSemanticElements: see above
          <div
            key={keyOf(items[index]!)}
            role="listitem"
            aria-setsize={total}
            aria-posinset={index + 1}
            data-row={index}
            class="virtual-row"
            style={{ blockSize: `${rowHeight}px`, insetBlockStart: `${index * rowHeight}px` }}
          >
            {children(items[index]!, index)}
          </div>
        ))}
      </div>
    </div>
  );
}
