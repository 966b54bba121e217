import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../messages.ts';
import { IconButton } from './button.tsx';

/**
 * A native modal dialog: the rest of the page is inert while it is open, and closing it restores the focus. Esc, the
 * cross and, unless something is written in its form, a press outside close it. Rendered only while it is open.
 *
 * @param props.shape `sheet` slides in from an edge: the bottom on a phone, the side otherwise.
 */
export function Dialog(props: {
  readonly title: string;
  readonly onClose: () => void;
  readonly shape?: 'box' | 'sheet';
  readonly children: ComponentChildren;
}) {
  const { title, onClose, shape = 'box', children } = props;
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Before rendering: a key pressed right after would go to the page behind it.
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={element}
      class={`dialog ${shape}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // Not a click, which is also the end of selecting text beyond the edge.
      onMouseDown={(event) =>
        event.target === element.current && !isWritten(event.currentTarget) && onClose()
      }
    >
      <div class="dialog-body stack">
        <header class="row top spread gap-l">
          <h2 id={titleId} class="clamp" dir="auto">
            {title}
          </h2>
          <IconButton icon="close" label={t('Close')} onClick={onClose} />
        </header>
        {children}
      </div>
    </dialog>
  );
}

function isWritten(dialog: HTMLDialogElement): boolean {
  const fields = dialog.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('form :is(input, textarea)');
  return [...fields].some(({ value }) => value.trim() !== '');
}
