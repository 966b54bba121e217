import type { RefObject } from 'preact';
import { useState } from 'preact/hooks';
import type { DocumentStatus } from '../../api/types.ts';
import { IconButton } from '../../components/button.tsx';
import { Name } from '../../components/name.tsx';
import { t } from '../../messages.ts';
import { change } from './changing.ts';

/** The server's limit. */
const TITLE_MAX = 500;

/** A document's title, edited in its place: Enter or leaving the field saves it, Esc does not. */
export function TitleEditor({
  doc,
  heading,
  isLocked,
}: {
  doc: DocumentStatus;
  isLocked: boolean;
  heading: RefObject<HTMLHeadingElement | null>;
}) {
  const { doc_id: docId, title } = doc;
  const [text, setText] = useState<string | null>(null);

  async function save(): Promise<void> {
    const wanted = text?.replaceAll(/\s+/g, ' ').trim() ?? '';
    setText(null);
    if (wanted !== '' && wanted !== title) await change(docId, { title: wanted });
  }

  if (text === null)
    return (
      <div class="title-editor">
        <h2 ref={heading} tabindex={-1}>
          <Name text={title} />
        </h2>
        {!isLocked && <IconButton icon="edit" label={t('Rename')} onClick={() => setText(title)} />}
      </div>
    );
  return (
    <form
      class="title-editor"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <input
        type="text"
        dir="auto"
        autofocus
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
          setText(null);
        }}
      />
    </form>
  );
}
