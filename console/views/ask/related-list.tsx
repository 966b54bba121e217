import type { FoundPassage } from '../../api/types.ts';

/** Passages that an answer does not cite: open below a refusal, behind a heading below an answer. */
export function RelatedList(props: {
  readonly passages: readonly FoundPassage[];
  readonly isRefused: boolean;
  readonly open: FoundPassage | null;
  readonly onOpen: (passage: FoundPassage) => void;
}) {
  const { passages, isRefused } = props;
  if (passages.length === 0) return null;
  if (isRefused) {
    return (
      <section class="related">
        <h3>Possibly related</h3>
        <Passages {...props} label="Possibly related" />
      </section>
    );
  }
  return (
    <details class="related">
      <summary>More passages</summary>
      <Passages {...props} label="More passages" />
    </details>
  );
}

function Passages(props: Parameters<typeof RelatedList>[0] & { readonly label: string }) {
  const { passages, open, onOpen, label } = props;
  return (
    <ul class="source-list" aria-label={label}>
      {passages.map((passage) => (
        <li key={passage.chunk_id}>
          <button
            type="button"
            class="source related-passage"
            aria-expanded={passage === open}
            onClick={() => onOpen(passage)}
          >
            <span class="source-label" dir="auto">
              {passage.label}
            </span>
            <Place passage={passage} />
            <span class="related-snippet" dir="auto">
              {passage.snippet}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function Place({ passage: { label, page, section, kind } }: { passage: FoundPassage }) {
  const parts = [
    page !== null && !label.endsWith(`p. ${page}`) && `Page ${page}`,
    section !== null && !label.includes(section) && section,
    kind === 'approved_answer' && 'Approved answer',
  ].filter((part) => part !== false);
  if (parts.length === 0) return null;
  return (
    <span class="aside" dir="auto">
      {parts.join(' · ')}
    </span>
  );
}
