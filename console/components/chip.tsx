import type { ComponentChildren } from 'preact';
import { Icon } from './icon.tsx';

/** A selected word that can be removed. */
export function Chip(props: { children: ComponentChildren; onRemove: () => void; label: string }) {
  const { children, onRemove, label } = props;
  return (
    <span class="chip">
      <span class="clip" dir="auto">
        {children}
      </span>
      <button type="button" aria-label={label} title={label} onClick={onRemove}>
        <Icon name="close" />
      </button>
    </span>
  );
}

/** A word that is on or off. */
export function ToggleChip(props: { children: ComponentChildren; pressed: boolean; onToggle: () => void }) {
  const { children, pressed, onToggle } = props;
  return (
    <button type="button" class="chip toggle" aria-pressed={pressed} onClick={onToggle}>
      {pressed && <Icon name="check" />}
      <span class="clip" dir="auto">
        {children}
      </span>
    </button>
  );
}
