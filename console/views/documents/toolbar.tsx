import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import type { DocumentSort, DocumentStatus } from '../../api/types.ts';
import { counted } from '../../components/figures.ts';
import { undisguised } from '../../components/name.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { Select } from '../../components/select.tsx';
import { t } from '../../messages.ts';
import { useStore } from '../../store.ts';
import { counts, knownTags, listing, load } from './listing.ts';
import { STATUS_WORDS } from './wording.ts';

const TYPING_PAUSE_MS = 250;

const SORTS: readonly (readonly [DocumentSort, string])[] = [
  ['newest', t('Newest first')],
  ['title', t('By title')],
  ['size', t('Largest first')],
  ['status', t('Needs attention first')],
];

/** In order of interest. */
const STATUSES = ['failed', 'processing', 'queued', 'skipped', 'done'] as const;

/** Filters and sorts the documents. */
export function Toolbar({ search }: { search: RefObject<HTMLInputElement | null> }) {
  const { query, docs } = useStore(listing);
  const now = useStore(counts);
  const [text, setText] = useState(query.q);
  const tags = useStore(knownTags);

  // Not after painting, as is usual: text typed until then would be lost.
  useLayoutEffect(() => {
    if (text === query.q) return;
    const timer = setTimeout(() => void load({ ...listing.get().query, q: text }), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  // Cleared from elsewhere.
  useLayoutEffect(() => setText(query.q), [query.q]);

  const isEmpty = now !== null && Object.values(now).every((count) => count === 0);
  if (isEmpty && docs.length === 0 && query.q === '' && query.status === '' && query.tag === '') return null;
  const choose = (status: DocumentStatus['status'] | '') => void load({ ...query, status });
  return (
    <search class="toolbar small row wrap">
      <SearchField
        element={search}
        label={t('Search documents')}
        placeholder={t('Search by title or id')}
        value={text}
        onText={setText}
      />
      {tags.length > 0 && (
        <Select
          label={t('Tag')}
          value={query.tag}
          options={[['', t('All tags')], ...tags.map((tag) => [tag, `#${undisguised(tag)}`] as const)]}
          onChoose={(tag) => void load({ ...query, tag })}
        />
      )}
      <Select
        label={t('Order')}
        value={query.sort}
        options={SORTS}
        onChoose={(sort) => void load({ ...query, sort })}
      />
      <fieldset class="status-filter row wrap gap-xs push">
        <legend class="visually-hidden">{t('State')}</legend>
        <StatusButton isOn={query.status === ''} onChoose={() => choose('')}>
          {t('All')}
        </StatusButton>
        {STATUSES.filter((status) => query.status === status || (now?.[status] ?? 0) > 0).map((status) => (
          <StatusButton
            key={status}
            kind={status}
            isOn={query.status === status}
            count={now?.[status]}
            onChoose={() => choose(query.status === status ? '' : status)}
          >
            {STATUS_WORDS[status]}
          </StatusButton>
        ))}
      </fieldset>
    </search>
  );
}

function StatusButton(props: {
  readonly isOn: boolean;
  readonly kind?: DocumentStatus['status'];
  readonly count?: number | undefined;
  readonly onChoose: () => void;
  readonly children: string;
}) {
  const { isOn, kind = '', count, onChoose, children } = props;
  return (
    <button type="button" class={`status-button chip ${kind}`} aria-pressed={isOn} onClick={onChoose}>
      {children}
      {count !== undefined && <span class="count">{counted(count)}</span>}
    </button>
  );
}
