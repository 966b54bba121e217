import type { ComponentChildren } from 'preact';

/** Nothing here yet: what would be, and how to get it. */
export function EmptyState({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="empty-state stack gap-l">
      <h2>{title}</h2>
      {children}
    </section>
  );
}
