import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

/** Rows drawn beyond what is seen, so that a turn of the wheel meets no gap. */
const OVERSCAN = 6;

/**
 * A list of any length of which only what is seen is drawn.
 *
 * @param props.rowHeight Pixels, the same for all.
 * @param props.onEnd Called when its end comes into sight: there may be more to load.
 */
export function VirtualList<T>(props: {
  readonly label: string;
  readonly items: readonly T[];
  readonly rowHeight: number;
  readonly keyOf: (item: T) => string;
  readonly onEnd?: () => void;
  readonly children: (item: T, index: number) => ComponentChildren;
}) {
  const { label, items, rowHeight, keyOf, onEnd, children } = props;
  const element = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  useEffect(() => {
    const list = element.current!;
    const observer = new ResizeObserver(() => setView({ top: list.scrollTop, height: list.clientHeight }));
    observer.observe(list);
    return () => observer.disconnect();
  }, []);

  const first = Math.max(0, Math.floor(view.top / rowHeight) - OVERSCAN);
  const end = Math.min(items.length, Math.ceil((view.top + view.height) / rowHeight) + OVERSCAN);
  useEffect(() => {
    if (end === items.length) onEnd?.();
  }, [end, items.length]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a list of divs, as rows are placed and not laid out
    <div
      ref={element}
      class="virtual-list"
      role="list"
      aria-label={label}
      tabindex={0}
      onScroll={({ currentTarget }) =>
        setView({ top: currentTarget.scrollTop, height: currentTarget.clientHeight })
      }
    >
      <div
        class="virtual-list-space"
        role="presentation"
        style={{ blockSize: `${items.length * rowHeight}px` }}
      >
        {items.slice(first, end).map((item, offset) => (
          // biome-ignore lint/a11y/useSemanticElements: see above
          <div
            key={keyOf(item)}
            role="listitem"
            aria-setsize={items.length}
            aria-posinset={first + offset + 1}
            class="virtual-row"
            style={{ blockSize: `${rowHeight}px`, insetBlockStart: `${(first + offset) * rowHeight}px` }}
          >
            {children(item, first + offset)}
          </div>
        ))}
      </div>
    </div>
  );
}
