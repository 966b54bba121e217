import { useEffect, useState } from 'preact/hooks';
import type { DocumentStatus } from '../../api/types.ts';
import { Button } from '../../components/button.tsx';
import { focusMain } from '../../components/focus-main.ts';
import { undisguised } from '../../components/name.tsx';
import { say } from '../../components/toast.tsx';
import { plural, t } from '../../messages.ts';
import { useStore } from '../../store.ts';
import { change } from './changing.ts';
import { deleteLater } from './deletions.ts';
import { knownTags, listing } from './listing.ts';
import { clearSelection, selection } from './selection.ts';
import { tagsIn, withTags } from './tags.ts';

/** What can be done with all selected documents. @param props.docs The listed ones. */
export function SelectionBar({ docs }: { docs: readonly DocumentStatus[] }) {
  const selected = useStore(selection);
  const tags = useStore(knownTags);
  const { total } = useStore(listing);
  const [text, setText] = useState('');
  const [isBusy, setBusy] = useState(false);
  useEffect(() => clearSelection, []);
  const chosen = docs.filter(({ doc_id }) => selected.has(doc_id));
  if (chosen.length === 0) return null;

  async function eachOf(act: (doc: DocumentStatus) => Promise<boolean>): Promise<number> {
    setBusy(true);
    let done = 0;
    for (const doc of chosen) {
      // A refused key is refused for all.
      if (!(await act(doc))) break;
      done += 1;
    }
    setBusy(false);
    return done;
  }

  async function tag(): Promise<void> {
    const added = tagsIn(text);
    if (added.length === 0) return;
    setText('');
    const done = await eachOf((doc) => change(doc.doc_id, { tags: withTags(doc.tags, added) }));
    if (done > 0) say(plural(done, ['Tagged {count} document', 'Tagged {count} documents']));
  }

  async function remove(): Promise<void> {
    const done = await eachOf((doc) => deleteLater({ docId: doc.doc_id, title: undisguised(doc.title) }));
    if (done === 0) return;
    clearSelection();
    // The bar is gone.
    focusMain();
  }

  function clear(): void {
    document.querySelector<HTMLInputElement>('.document-select:checked')?.focus();
    clearSelection();
  }

  return (
    <section class="selection-bar small row wrap" aria-label={t('Selected documents')}>
      <strong>{plural(chosen.length, ['{count} selected', '{count} selected'])}</strong>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void tag();
        }}
      >
        <input
          type="text"
          dir="auto"
          list="tags-for-all"
          autocomplete="off"
          aria-label={t('Tag to add to all selected')}
          placeholder={t('Add a tag')}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <datalist id="tags-for-all">
          {tags.map((known) => (
            <option key={known} value={known} />
          ))}
        </datalist>
        <Button type="submit" icon="tag" busy={isBusy} disabled={text.trim() === ''}>
          {t('Tag')}
        </Button>
      </form>
      <Button variant="danger" icon="trash" disabled={isBusy} onClick={remove}>
        {t('Delete')}
      </Button>
      {chosen.length < docs.length && (
        <Button
          variant="quiet"
          disabled={isBusy}
          onClick={() => selection.set(new Set(docs.map(({ doc_id }) => doc_id)))}
        >
          {docs.length < total
            ? t('Select the first {count}', { count: docs.length })
            : t('Select all {count}', { count: docs.length })}
        </Button>
      )}
      <Button variant="quiet" onClick={clear}>
        {t('Clear')}
      </Button>
    </section>
  );
}
