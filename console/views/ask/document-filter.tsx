import { useEffect, useRef, useState } from 'preact/hooks';
import { listDocuments } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { ToggleChip } from '../../components/chip.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { PageList } from '../../components/page-list.tsx';
import { hasKeyboard } from '../../components/use-media.ts';
import { usePages } from '../../components/use-pages.ts';
import { t } from '../../messages.ts';
import { CollectionList, SaveCollection } from './collection-list.tsx';
import { EVERYWHERE, type Filter } from './conversations.ts';

const PAGE = 200;
const ROW_HEIGHT = 48;
const TYPING_PAUSE_MS = 250;
/** The most that a question may name. */
const DOCS_MAX = 200;
const TAGS_SHOWN_MAX = 30;

/** Chooses the documents for answers: some by name, or all with a tag. */
export function DocumentFilter(props: {
  readonly filter: Filter;
  readonly onChange: (filter: Filter) => void;
  readonly onClose: () => void;
}) {
  const { filter, onChange, onClose } = props;
  const [search, setSearch] = useState('');
  const searched = useRef(search);
  const pages = usePages(
    'documents',
    (cursor, asking) => answering(search.trim(), cursor, asking),
    ({ items }) => items,
  );

  useEffect(() => {
    if (searched.current === search) return;
    searched.current = search;
    const timer = setTimeout(pages.reload, search === '' ? 0 : TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [search]);

  const chosen = new Set(filter.docs.map(({ docId }) => docId));
  const toggle = (docId: string, title: string) =>
    onChange({
      ...filter,
      docs: chosen.has(docId)
        ? filter.docs.filter((doc) => doc.docId !== docId)
        : [...filter.docs, { docId, title }].slice(0, DOCS_MAX),
    });

  return (
    <Dialog title={t('Search in')} shape="sheet" onClose={onClose}>
      <div class="document-filter stack">
        <CollectionList filter={filter} onChange={onChange} />
        <Field
          label={t('Search documents')}
          type="search"
          autofocus={hasKeyboard()}
          value={search}
          onText={setSearch}
        />
        <Tags
          chosen={filter.tags}
          found={pages.items.flatMap((doc) => doc.tags)}
          onChange={(tags) => onChange({ ...filter, tags })}
        />
        <PageList
          label={t('Documents')}
          pages={pages}
          rowHeight={ROW_HEIGHT}
          keyOf={({ doc_id }) => doc_id}
          empty={{ title: t('No such document'), about: t('No searchable document has this in its name.') }}
        >
          {({ doc_id, title }) => (
            <label class="check-row row gap-l">
              <input type="checkbox" checked={chosen.has(doc_id)} onChange={() => toggle(doc_id, title)} />
              <span class="clip" dir="auto">
                {title}
              </span>
            </label>
          )}
        </PageList>
        <SaveCollection filter={filter} />
        <div class="actions">
          <Button onClick={() => onChange(EVERYWHERE)}>{t('All documents')}</Button>
          <Button variant="primary" onClick={onClose}>
            {t('Done')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** The next documents that can answer: whole pages of others are passed over, as after an upload of many. */
async function answering(q: string, cursor: string | null, asking: { signal: AbortSignal }) {
  for (let from = cursor; ; ) {
    const { docs, next_cursor } = await listDocuments(
      { q, limit: PAGE, ...(from && { cursor: from }) },
      asking,
    );
    const items = docs.filter(({ chunks }) => chunks > 0);
    // How many of all can answer is not known.
    if (items.length > 0 || next_cursor === null) return { items, next_cursor };
    from = next_cursor;
  }
}

function Tags(props: {
  readonly chosen: readonly string[];
  /** Of the listed documents, as often as they occur. */
  readonly found: readonly string[];
  readonly onChange: (tags: string[]) => void;
}) {
  const { chosen, found, onChange } = props;
  const tags = [...new Set([...chosen, ...byFrequency(found)])].slice(0, TAGS_SHOWN_MAX);
  if (tags.length === 0) return null;
  const toggled = (tag: string) =>
    chosen.includes(tag) ? chosen.filter((other) => other !== tag) : [...chosen, tag];
  return (
    <fieldset class="chips">
      <legend class="visually-hidden">{t('Tags')}</legend>
      {tags.map((tag) => (
        <ToggleChip key={tag} pressed={chosen.includes(tag)} onToggle={() => onChange(toggled(tag))}>
          {`#${tag}`}
        </ToggleChip>
      ))}
    </fieldset>
  );
}

/** The same words, the most frequent first. */
function byFrequency(words: readonly string[]): string[] {
  const equal = Map.groupBy(words, (word) => word);
  return [...equal].sort(([, a], [, b]) => b.length - a.length).map(([word]) => word);
}
