import { useEffect, useRef, useState } from 'preact/hooks';
import { IconButton } from '../../components/button.tsx';
import { t } from '../../messages.ts';

/** Of the composer, which covers what is behind it. */
const COMPOSER = '120px';

/** Marks the end of a conversation, behind the composer, and scrolls there while it is out of sight. */
export function NewestButton({ onGone }: { onGone: () => void }) {
  const end = useRef<HTMLDivElement>(null);
  const [isBelow, setBelow] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(
      ([entry]) => setBelow(entry !== undefined && !entry.isIntersecting && entry.boundingClientRect.top > 0),
      { rootMargin: `0px 0px ${COMPOSER} 0px` },
    );
    observer.observe(end.current!);
    return () => observer.disconnect();
  }, []);
  return (
    <>
      <div ref={end} class="thread-end" />
      <div class="newest-place">
        {isBelow && (
          <IconButton
            class="newest"
            icon="newest"
            label={t('To the end of the conversation')}
            onClick={() => {
              end.current?.scrollIntoView({ block: 'end' });
              onGone();
            }}
          />
        )}
      </div>
    </>
  );
}
