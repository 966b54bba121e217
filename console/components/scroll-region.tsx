import type { ComponentChildren, RefObject } from 'preact';

/** Content that scrolls by itself: with a name, and reached by the keyboard. */
export function ScrollRegion(props: {
  readonly label: string;
  readonly class: string;
  readonly dir?: 'auto';
  readonly element?: RefObject<HTMLDivElement | null>;
  readonly children: ComponentChildren;
}) {
  const { label, element, children, ...rest } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: no section of the page
    <div {...rest} ref={element ?? null} role="region" aria-label={label} tabindex={0}>
      {children}
    </div>
  );
}
