import { useState } from 'preact/hooks';
import { Chip } from '../../components/chip.tsx';
import { undisguised } from '../../components/name.tsx';
import { t } from '../../messages.ts';
import { useStore } from '../../store.ts';
import { knownTags } from './listing.ts';
import { tagsIn, withTags } from './tags.ts';

/** Tags that can be removed, and a field that adds some: Enter or a comma ends each. */
export function TagEditor(props: {
  readonly tags: readonly string[];
  readonly onChange: (tags: readonly string[]) => void;
}) {
  const { tags, onChange } = props;
  const [text, setText] = useState('');
  const offered = useStore(knownTags).filter((tag) => !tags.includes(tag));

  function add(): void {
    const added = withTags(tags, tagsIn(text));
    setText('');
    if (added.length > tags.length) onChange(added);
  }

  return (
    <div class="tag-editor row wrap gap-s">
      {tags.map((tag) => (
        <Chip
          key={tag}
          label={t('Remove the tag {tag}', { tag: undisguised(tag) })}
          onRemove={() => onChange(tags.filter((other) => other !== tag))}
        >
          {undisguised(tag)}
        </Chip>
      ))}
      <input
        type="text"
        dir="auto"
        list="known-tags"
        autocomplete="off"
        aria-label={t('Tags of the document')}
        placeholder={t('Add a tag')}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && text !== '') {
            // It would close the document as well, and leaving the field adds the tag.
            event.stopPropagation();
            setText('');
          }
          if (event.key !== 'Enter' && event.key !== ',') return;
          event.preventDefault();
          add();
        }}
        onBlur={add}
      />
      <datalist id="known-tags">
        {offered.map((tag) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
    </div>
  );
}
