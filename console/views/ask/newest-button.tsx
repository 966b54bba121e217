import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { IconButton } from '../../components/button.tsx';
import { t } from '../../messages.ts';

/** Of the composer, which covers what is behind it. */
const COMPOSER = '120px';

/** Scrolls to `end`, the end of the conversation, while it is out of sight. */
export function NewestButton({
  end,
  onGone,
}: {
  readonly end: RefObject<HTMLElement | null>;
  readonly onGone: () => void;
}) {
  const [isBelow, setBelow] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(
      ([entry]) => setBelow(entry !== undefined && !entry.isIntersecting && entry.boundingClientRect.top > 0),
      { rootMargin: `0px 0px ${COMPOSER} 0px` },
    );
    observer.observe(end.current!);
    return () => observer.disconnect();
  }, []);
  if (!isBelow) return null;
  return (
    <IconButton
      class="newest"
      icon="newest"
      label={t('To the end of the conversation')}
      onClick={() => {
        end.current?.scrollIntoView({ block: 'end' });
        onGone();
      }}
    />
  );
}
