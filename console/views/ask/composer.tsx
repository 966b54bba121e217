import type { RefObject } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { ChatMode } from '../../api/types.ts';
import { IconButton } from '../../components/button.tsx';
import { Chip } from '../../components/chip.tsx';
import { Icon } from '../../components/icon.tsx';
import { Select } from '../../components/select.tsx';
import { plural, rich, t } from '../../messages.ts';
import { createStoredStore, useStore } from '../../store.ts';
import { collectionOf, collections, isEmpty } from './collections.ts';
import { type Conversation, EVERYWHERE, type Filter } from './conversations.ts';
import { DocumentFilter } from './document-filter.tsx';
import { OFFERED_MODES, offeredMode } from './modes.ts';
import { NewestButton } from './newest-button.tsx';

const QUESTION_MAX = 2_000;
/** From here on the remaining characters are shown. */
const NEARLY_FULL = 1_800;

/** The question being written: it outlives a look at another page. */
const typed = createStoredStore('docent.typed', '', { storage: sessionStorage });

/** The input for a question, its mode and its documents. */
export function Composer(props: {
  readonly conversation: Conversation;
  readonly isAsking: boolean;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  /** Behind the conversation. */
  readonly end: RefObject<HTMLElement | null>;
  readonly onAsk: (question: string) => void;
  readonly onStop: () => void;
  readonly onChange: (change: { mode?: ChatMode | null; filter?: Filter }) => void;
  readonly onWrite: () => void;
}) {
  const { conversation, isAsking, field, end, onAsk, onStop, onChange, onWrite } = props;
  const { mode, filter, turns } = conversation;
  const text = useStore(typed);
  const [isFiltering, setFiltering] = useState(false);
  const question = text.trim();

  function ask(): void {
    if (question === '' || isAsking) return;
    typed.set('');
    onAsk(question);
  }

  return (
    <>
      <form
        class="composer stack gap-m"
        aria-label={t('Ask a question')}
        onSubmit={(event) => {
          event.preventDefault();
          ask();
        }}
      >
        <div class="composer-box row">
          <label class="visually-hidden" for="question">
            {t('Your question')}
          </label>
          <textarea
            id="question"
            ref={field}
            dir="auto"
            rows={1}
            maxLength={QUESTION_MAX}
            placeholder={turns.length === 0 ? t('Ask your documents…') : t('Ask a follow-up…')}
            value={text}
            onInput={(event) => typed.set(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'ArrowUp' && text === '' && turns.length > 0) {
                event.preventDefault();
                typed.set(turns.at(-1)!.question);
              }
              if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
              event.preventDefault();
              ask();
            }}
          />
          {isAsking ? (
            <IconButton class="send" icon="stop" label={t('Stop')} onClick={onStop} />
          ) : (
            <IconButton class="send" icon="send" label={t('Ask')} type="submit" disabled={question === ''} />
          )}
        </div>
        <div class="row">
          <div class="composer-options row wrap aside">
            <Select
              label={t('How to answer')}
              value={offeredMode(mode) ?? ''}
              options={OFFERED_MODES}
              onChoose={(mode) => onChange({ mode: mode || null })}
            />
            <Scope
              filter={filter}
              onOpen={() => setFiltering(true)}
              onChange={(filter) => onChange({ filter })}
            />
            <span class="composer-hint push">
              {text.length > NEARLY_FULL
                ? plural(QUESTION_MAX - text.length, ['{count} character left', '{count} characters left'])
                : isAsking
                  ? rich('{key} to stop', { key: <kbd>Esc</kbd> })
                  : rich('{slash} to write, {enter} to ask', {
                      slash: <kbd>/</kbd>,
                      enter: <kbd>Enter</kbd>,
                    })}
            </span>
          </div>
          {turns.length > 0 && <NewestButton key={conversation.id} end={end} onGone={onWrite} />}
        </div>
      </form>
      {isFiltering && (
        <DocumentFilter
          filter={filter}
          onChange={(filter) => onChange({ filter })}
          onClose={() => setFiltering(false)}
        />
      )}
    </>
  );
}

/** What is searched: all, a collection by its name, or single documents and tags, which can be left out here. */
function Scope(props: {
  readonly filter: Filter;
  readonly onOpen: () => void;
  readonly onChange: (filter: Filter) => void;
}) {
  const { filter, onOpen, onChange } = props;
  const { docs, tags } = filter;
  const collection = collectionOf(filter, useStore(collections));
  const isNarrow = !isEmpty(filter);
  const opener = useRef<HTMLButtonElement>(null);
  const narrow = (filter: Filter) => {
    // The chip that was pressed goes.
    opener.current?.focus();
    onChange(filter);
  };
  return (
    <>
      <button ref={opener} type="button" class="option row gap-s" onClick={onOpen}>
        <Icon name="filter" />
        {isNarrow ? t('Only these:') : t('All documents')}
      </button>
      {isNarrow && collection && (
        <Chip label={t('Leave out {title}', { title: collection.name })} onRemove={() => narrow(EVERYWHERE)}>
          {collection.name}
        </Chip>
      )}
      {!collection &&
        docs.map(({ docId, title }) => (
          <Chip
            key={docId}
            label={t('Leave out {title}', { title })}
            onRemove={() => narrow({ tags, docs: docs.filter((doc) => doc.docId !== docId) })}
          >
            {title}
          </Chip>
        ))}
      {!collection &&
        tags.map((tag) => (
          <Chip
            key={tag}
            label={t('Leave out the tag {tag}', { tag })}
            onRemove={() => narrow({ docs, tags: tags.filter((other) => other !== tag) })}
          >
            {`#${tag}`}
          </Chip>
        ))}
    </>
  );
}
