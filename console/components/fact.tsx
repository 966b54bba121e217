import type { ComponentChildren } from 'preact';

/** A name and its value, in a list of facts. */
export function Fact(props: { name: string; dir?: 'auto'; children: ComponentChildren }) {
  const { name, children, ...rest } = props;
  return (
    <>
      <dt>{name}</dt>
      <dd {...rest}>{children}</dd>
    </>
  );
}
