import type { ComponentChildren } from 'preact';
import { t } from '../messages.ts';

/** Work of unknown duration; words next to it say which. */
export function Spinner() {
  return <span class="spinner" aria-hidden="true" />;
}

/** Waits. @param props.children For what. */
export function Loading({ children = t('Loading…') }: { children?: ComponentChildren }) {
  return (
    <p class="loading row wrap" role="status">
      <Spinner /> {children}
    </p>
  );
}

/** @param props.value 0–1; absent while unknown. */
export function Progress({ value, label }: { value?: number; label: string }) {
  return <progress class="progress" aria-label={label} max={1} {...(value !== undefined && { value })} />;
}
