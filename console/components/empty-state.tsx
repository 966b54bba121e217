import type { ComponentChildren } from 'preact';

/** Nothing here yet: what would be, and how to get it. */
export function EmptyState(props: {
  readonly title: string;
  readonly about: string;
  readonly children?: ComponentChildren;
}) {
  const { title, about, children } = props;
  return (
    <section class="empty-state">
      <h2>{title}</h2>
      <p class="aside">{about}</p>
      {children}
    </section>
  );
}
