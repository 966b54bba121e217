import type { FoundPassage, Source } from '../../api/types.ts';
import { rowsInline } from '../../components/answer-pieces.ts';
import { labelOf, placeOf } from '../../components/source-label.ts';
import { timeInWords } from '../../components/time-in-words.ts';
import { t } from '../../messages.ts';

/** About two lines. */
const LABEL_UNITS_MAX = 80;

/** A passage with its document, its place there and its words; a press opens it. */
export function SourceCard<P extends FoundPassage | Source>(props: {
  readonly source: P;
  /** Sentences of the answer that are from it. */
  readonly sentences?: readonly string[];
  /** When its document last changed. */
  readonly changedAt?: string | undefined;
  readonly isOpen: boolean;
  readonly onOpen: (source: P) => void;
}) {
  const { source, sentences = [], changedAt, isOpen, onOpen } = props;
  const place = placeOf(source);
  return (
    <button type="button" class="source card col" aria-expanded={isOpen} onClick={() => onOpen(source)}>
      <span class="source-head row">
        {'n' in source && (
          <span class="source-number" aria-hidden="true">
            {source.n}
          </span>
        )}
        <span class="source-label clamp" dir="auto">
          {labelOf(source, LABEL_UNITS_MAX)}
        </span>
      </span>
      <span class="source-snippet clamp" dir="auto">
        {rowsInline(snippetFrom(source.snippet ?? '', sentences))}
      </span>
      <span class="source-foot row wrap fine">
        {source.kind === 'approved_answer' && <span class="tag">{t('Approved answer')}</span>}
        {place && <bdi dir="auto">{place}</bdi>}
        {changedAt && <span>{timeInWords(changedAt)}</span>}
      </span>
    </button>
  );
}

/** From the first sentence on that is in the answer. */
function snippetFrom(snippet: string, sentences: readonly string[]): string {
  const starts = sentences.map((sentence) => snippet.indexOf(sentence)).filter((start) => start > 0);
  return starts.length === 0 ? snippet : snippet.slice(Math.min(...starts));
}
