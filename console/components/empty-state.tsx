import type { ComponentChildren } from 'preact';

/** Nothing here yet: what would be, and how it comes about. */
export function EmptyState({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="empty-state">
      <h2>{title}</h2>
      {children}
    </section>
  );
}
