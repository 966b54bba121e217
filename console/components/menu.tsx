import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { IconButton } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';

export interface MenuItem {
  readonly label: string;
  /** Says more about it. */
  readonly detail?: string;
  readonly icon?: IconName;
  readonly onChoose: () => void;
}

/** Pixels from the edges of the window. */
const MARGIN = 8;

/** A button that opens a list of actions above everything else. Esc, or a press elsewhere, closes it. */
export function Menu(props: {
  readonly label: string;
  readonly icon: IconName;
  readonly items: readonly MenuItem[];
  readonly class?: string;
}) {
  const { label, icon, items } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const button = () => document.getElementById(`${id}-button`)!;

  // With its items in it.
  useLayoutEffect(() => {
    if (isOpen) place();
  }, [isOpen]);

  function place(): void {
    const menu = list.current!;
    const [from, size] = [button().getBoundingClientRect(), menu.getBoundingClientRect()];
    const isAbove = from.bottom + size.height + MARGIN > innerHeight && from.top > size.height;
    const left = Math.min(from.left, document.documentElement.clientWidth - size.width - MARGIN);
    menu.style.left = `${Math.max(MARGIN, left)}px`;
    menu.style.top = `${isAbove ? from.top - size.height : from.bottom}px`;
    itemsIn(menu)[0]?.focus();
  }

  function close(): void {
    list.current?.hidePopover();
    button().focus();
  }

  return (
    <>
      <IconButton
        id={`${id}-button`}
        class={props.class ?? ''}
        icon={icon}
        label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => list.current!.togglePopover()}
      />
      <div
        ref={list}
        class="menu"
        popover="auto"
        role="menu"
        aria-label={label}
        tabindex={-1}
        onToggle={(event) => setOpen(event.newState === 'open')}
        onKeyDown={(event) => {
          if (event.key === 'Escape' || event.key === 'Tab') {
            event.preventDefault();
            event.stopPropagation();
            close();
            return;
          }
          const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
          if (!step) return;
          event.preventDefault();
          const all = itemsIn(event.currentTarget);
          const at = all.indexOf(document.activeElement as HTMLElement) + step;
          all.at(at % all.length)?.focus();
        }}
      >
        {isOpen &&
          items.map(({ label, detail, icon, onChoose }) => (
            <button
              type="button"
              key={label}
              role="menuitem"
              class="menu-item row"
              onClick={() => {
                close();
                onChoose();
              }}
            >
              {icon && <Icon name={icon} />}
              <span>
                {label}
                {detail && <span class="aside">{detail}</span>}
              </span>
            </button>
          ))}
      </div>
    </>
  );
}

function itemsIn(menu: Element): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role=menuitem]')];
}
