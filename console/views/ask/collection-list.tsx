import { useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { ToggleChip } from '../../components/chip.tsx';
import { t } from '../../messages.ts';
import { useStore } from '../../store.ts';
import {
  collectionOf,
  collections,
  dropCollection,
  isEmpty,
  keepCollection,
  NAME_UNITS_MAX,
} from './collections.ts';
import { EVERYWHERE, type Filter } from './conversations.ts';

/** The stored filters, of which one press chooses one. */
export function CollectionList(props: {
  readonly filter: Filter;
  readonly onChange: (filter: Filter) => void;
}) {
  const { filter, onChange } = props;
  const all = useStore(collections);
  const current = collectionOf(filter, all);
  if (all.length === 0) return null;
  return (
    <div class="collections">
      <fieldset class="chips">
        <legend>{t('Collections')}</legend>
        {all.map((collection) => (
          <ToggleChip
            key={collection.name}
            pressed={collection === current}
            onToggle={() => onChange(collection === current ? EVERYWHERE : collection.filter)}
          >
            {collection.name}
          </ToggleChip>
        ))}
      </fieldset>
      {current && (
        // The filter stays, and can be stored again.
        <Button
          variant="quiet"
          icon="trash"
          onClick={({ currentTarget }) => {
            // The button goes.
            currentTarget.closest('dialog')?.querySelector('input')?.focus();
            dropCollection(current.name);
          }}
        >
          {t('Delete the collection')}
        </Button>
      )}
    </div>
  );
}

/** Stores the filter under a name, unless it is stored. */
export function SaveCollection({ filter }: { filter: Filter }) {
  const all = useStore(collections);
  const [name, setName] = useState('');
  if (isEmpty(filter) || collectionOf(filter, all)) return null;
  const given = name.trim();
  return (
    <form
      class="save-collection"
      onSubmit={(event) => {
        event.preventDefault();
        if (given === '') return;
        keepCollection(given, filter);
        setName('');
        // This form goes, and the collection comes.
        const dialog = event.currentTarget.closest('dialog');
        requestAnimationFrame(() =>
          dialog?.querySelector<HTMLElement>('.collections [aria-pressed=true]')?.focus(),
        );
      }}
    >
      <input
        type="text"
        dir="auto"
        autocomplete="off"
        maxLength={NAME_UNITS_MAX}
        aria-label={t('Name of a collection')}
        placeholder={t('Name of a collection')}
        value={name}
        onInput={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" icon="plus" disabled={given === ''}>
        {t('Save as a collection')}
      </Button>
    </form>
  );
}
