import type { ComponentChildren } from 'preact';
import { t } from '../messages.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

/** A dialog with fields: Enter sends them, as does its button. */
export function FormDialog(props: {
  readonly title: string;
  /** On the button that sends. */
  readonly action: ComponentChildren;
  readonly cancel?: string;
  readonly variant?: 'primary' | 'danger';
  readonly canSend?: boolean;
  readonly onSend: () => void;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}) {
  const {
    title,
    action,
    cancel = t('Cancel'),
    variant = 'primary',
    canSend = true,
    onSend,
    onClose,
    children,
  } = props;
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (canSend) onSend();
        }}
      >
        {children}
        <div class="actions">
          <Button onClick={onClose}>{cancel}</Button>
          <Button variant={variant} type="submit" disabled={!canSend}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
