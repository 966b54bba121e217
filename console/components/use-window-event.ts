import { useLayoutEffect } from 'preact/hooks';

/** Acts on an event of the window while the component is there, as of its last render. */
export function useWindowEvent<Name extends keyof WindowEventMap>(
  name: Name,
  act: (event: WindowEventMap[Name]) => void,
  options: { readonly capture?: true } = {},
): void {
  // Not after painting: a key may be pressed before.
  useLayoutEffect(() => {
    addEventListener(name, act, options);
    return () => removeEventListener(name, act, options);
  });
}
