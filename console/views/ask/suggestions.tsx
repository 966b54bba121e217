import { useRef } from 'preact/hooks';
import { type Suggestion, suggestQuestions } from '../../api/suggestions.ts';
import type { Source } from '../../api/types.ts';
import { Icon } from '../../components/icon.tsx';
import { titleIn } from '../../components/source-label.ts';
import { useLoaded } from '../../components/use-loaded.ts';
import { t } from '../../messages.ts';
import { requestFilter } from './asking.ts';
import type { Filter } from './conversations.ts';

const STARTERS = 4;
const FOLLOW_UPS = 3;

/** Questions to begin with, from the documents that may answer. @param props.documents Asks again when it changes. */
export function Starters(props: {
  readonly filter: Filter;
  readonly documents: number | null;
  readonly onAsk: (question: string) => void;
}) {
  const { filter, documents, onAsk } = props;
  const first = useRef<number | null>(null);
  first.current ??= documents;
  // The number is first known while they are looked for already.
  const changed = documents === first.current ? null : documents;
  const suggestions = useSuggestions(JSON.stringify([filter, changed]), (asking) =>
    suggestQuestions({ limit: STARTERS, ...requestFilter(filter) }, asking),
  );
  // The field below stays where it is when they come.
  if (suggestions === null) return <div class="starters-room" />;
  if (suggestions.length === 0) return null;
  return (
    <section class="starters stack">
      <h2 class="label">{t('From your documents')}</h2>
      <ul class="starter-list">
        {suggestions.map(({ question, label }) => (
          <li key={question}>
            <button type="button" class="starter card col" onClick={() => onAsk(question)}>
              <span class="starter-question" dir="auto">
                {question}
              </span>
              <span class="fine clip" dir="auto">
                {titleIn(label)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Questions to continue with after an answer. */
export function FollowUps(props: {
  readonly conversationId: string;
  readonly question: string;
  readonly sources: readonly Source[];
  readonly filter: Filter;
  /** Asked before in the conversation. */
  readonly asked: readonly string[];
  readonly onAsk: (question: string) => void;
}) {
  const { conversationId, question, sources, filter, asked, onAsk } = props;
  const chunkIds = sources.map(({ chunk_id }) => chunk_id);
  const found = useSuggestions(chunkIds.join(), async (asking) => {
    const after = { question, chunk_ids: chunkIds, conversation_id: conversationId };
    return suggestQuestions({ limit: FOLLOW_UPS + 2, after, ...requestFilter(filter) }, asking);
  });
  const suggestions = (found ?? [])
    .filter((suggestion) => !asked.includes(suggestion.question))
    .slice(0, FOLLOW_UPS);
  if (suggestions.length === 0) return null;
  return (
    <section class="stack gap-m">
      <h3 class="label">{t('Continue with')}</h3>
      <ul class="chips">
        {suggestions.map(({ question, label }) => (
          <li key={question}>
            <button
              type="button"
              class="follow-up small card row"
              title={titleIn(label)}
              onClick={() => onAsk(question)}
            >
              <Icon name="turn" />
              <span dir="auto">{question}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Null while the first are looked for, and none where that fails: nobody asked for them. */
function useSuggestions(
  key: string,
  load: (asking: { signal: AbortSignal }) => Promise<readonly Suggestion[]>,
): readonly Suggestion[] | null {
  const { value, problem } = useLoaded(key, load);
  return problem ? [] : value;
}
