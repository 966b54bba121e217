import type { FoundPassage, Source, Statement } from '../../api/types.ts';
import { withoutCitations } from '../../components/answer-pieces.ts';
import { t } from '../../messages.ts';
import type { Turn } from './conversations.ts';
import { SourceCard } from './source-card.tsx';

/** The answer's sources by number; the open one is marked. */
export function SourceList(props: {
  readonly sources: readonly Source[];
  readonly text: string;
  readonly statements: readonly Statement[];
  readonly changedAt?: Turn['changedAt'] | undefined;
  readonly open: FoundPassage | null;
  readonly onOpen: (source: Source) => void;
}) {
  const { sources, text, statements, changedAt = {}, open, onOpen } = props;
  const sentencesOf = ({ n }: Source) =>
    statements
      .filter(({ citations }) => citations.includes(n))
      .map(({ start, end }) => withoutCitations(text.slice(start, end)).replaceAll(/\s+/g, ' '));
  if (sources.length === 0) return null;
  return (
    <ol class="source-list" aria-label={t('Sources')}>
      {sources.map((source) => (
        <li key={source.n}>
          <SourceCard
            source={source}
            sentences={sentencesOf(source)}
            changedAt={changedAt[source.doc_id]}
            isOpen={source === open}
            onOpen={onOpen}
          />
        </li>
      ))}
    </ol>
  );
}

/** Passages that an answer does not cite: below a refusal, and behind a heading, open if it is unsure, below an answer. */
export function RelatedList(props: {
  readonly passages: readonly FoundPassage[];
  readonly isRefused: boolean;
  readonly isUnsure: boolean;
  readonly changedAt?: Turn['changedAt'];
  readonly open: FoundPassage | null;
  readonly onOpen: (passage: FoundPassage) => void;
}) {
  const { passages, isRefused, isUnsure, changedAt = {}, open, onOpen } = props;
  if (passages.length === 0) return null;
  const title = isRefused ? t('Possibly related') : t('More passages');
  const list = (
    <ul class="source-list" aria-label={title}>
      {passages.map((passage) => (
        <li key={passage.chunk_id}>
          <SourceCard
            source={passage}
            changedAt={changedAt[passage.doc_id]}
            isOpen={passage === open}
            onOpen={onOpen}
          />
        </li>
      ))}
    </ul>
  );
  if (isRefused) {
    return (
      <section class="stack gap-m">
        <h3 class="label">{title}</h3>
        {list}
      </section>
    );
  }
  return (
    <details class="stack gap-m" open={isUnsure}>
      <summary class="label">{title}</summary>
      {list}
    </details>
  );
}
