import type { ComponentChildren } from 'preact';

/** Links of which one is where the reader is. @param props.look Pages, or ways to see one page. */
export function LinkRow(props: {
  readonly label: string;
  readonly look: 'tabs' | 'filters';
  readonly links: readonly {
    readonly href: string;
    readonly words: ComponentChildren;
    readonly isChosen: boolean;
  }[];
}) {
  const { label, look, links } = props;
  return (
    <nav class={`${look} row wrap gap-s`} aria-label={label}>
      {links.map(({ href, words, isChosen }) => (
        <a
          key={href}
          href={href}
          class={look === 'filters' ? 'chip toggle' : 'row'}
          aria-current={isChosen ? (look === 'tabs' ? 'page' : 'true') : undefined}
        >
          {words}
        </a>
      ))}
    </nav>
  );
}
