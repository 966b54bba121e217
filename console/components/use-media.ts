import { useEffect, useState } from 'preact/hooks';

/** Room for a panel beside the content of a view. */
export const WIDE = '(min-width: 64rem)';

/** Whether the media query matches, kept up to date. */
export function useMedia(query: string): boolean {
  const [holds, setHolds] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const update = () => setHolds(media.matches);
    update();
    media.addEventListener('change', update);
    return () => media.removeEventListener('change', update);
  }, [query]);
  return holds;
}

/** No on-screen keyboard, which would cover the page when a field has the focus. */
export function hasKeyboard(): boolean {
  return matchMedia('(hover: hover)').matches;
}
