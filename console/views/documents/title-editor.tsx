import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { DocumentStatus } from '../../api/types.ts';
import { IconButton } from '../../components/button.tsx';
import { inOneLine } from '../../components/in-one-line.ts';
import { Name } from '../../components/name.tsx';
import { t } from '../../messages.ts';
import { change } from './changing.ts';

/** The server's limit. */
const TITLE_MAX = 500;

/** A document's title, edited in its place: Enter or leaving the field saves it, Esc does not. */
export function TitleEditor(props: {
  readonly doc: DocumentStatus;
  readonly isLocked: boolean;
  readonly heading: RefObject<HTMLHeadingElement | null>;
}) {
  const { heading, isLocked } = props;
  const { doc_id: docId, title } = props.doc;
  const [text, setText] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const isEdited = text !== null;
  /** Its field also loses the focus when it goes. */
  const isEnded = useRef(false);

  useLayoutEffect(() => {
    field.current?.select();
    return () => {
      // The field that had the focus is gone.
      if (isEdited && document.activeElement === document.body)
        requestAnimationFrame(() => heading.current?.focus());
    };
  }, [isEdited]);

  function begin(): void {
    isEnded.current = false;
    setText(title);
  }

  function end(): void {
    isEnded.current = true;
    setText(null);
  }

  async function save(): Promise<void> {
    if (isEnded.current) return;
    const wanted = inOneLine(text ?? '');
    end();
    if (wanted !== '' && wanted !== title) await change(docId, { title: wanted });
  }

  if (text === null)
    return (
      <div class="title-editor row top gap-xs grow">
        <h2 ref={heading} class="clamp" tabindex={-1}>
          <Name text={title} />
        </h2>
        {!isLocked && <IconButton icon="edit" label={t('Rename')} onClick={begin} />}
      </div>
    );
  return (
    <form
      class="title-editor row top gap-xs grow"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <input
        ref={field}
        type="text"
        dir="auto"
        aria-label={t('Title')}
        maxLength={TITLE_MAX}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          // It would close the document as well.
          event.stopPropagation();
          event.preventDefault();
          end();
        }}
      />
    </form>
  );
}
