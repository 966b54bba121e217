import type { ReviewEntry } from '../../api/review.ts';
import { Ago } from '../../components/ago.tsx';
import { Icon } from '../../components/icon.tsx';
import { Name } from '../../components/name.tsx';
import { hrefOf } from '../../router.ts';
import { EntryAnswer } from './entry-answer.tsx';
import { EntryFacts } from './entry-facts.tsx';
import { Evidence } from './evidence.tsx';

/** A decided answer: by whom, when, and the note. */
export function DecidedEntry({ entry }: { entry: ReviewEntry }) {
  const { status, question, decided_by: by, decided_at: at, note, tags, doc_id: docId } = entry;
  const isApproved = status === 'approved';
  return (
    <article class="entry">
      <header class="entry-header">
        <h2 tabindex={-1} dir="auto">
          {question}
        </h2>
        <EntryFacts entry={entry} />
      </header>
      <div class={`decided ${status}`}>
        <Icon name={isApproved ? 'check' : 'close'} />
        <div>
          <p>
            <strong>{isApproved ? 'Approved' : 'Rejected'}</strong>
            {by ? (
              <>
                {' '}
                by <Name text={by} />
              </>
            ) : (
              ', unsigned'
            )}
            {at && (
              <>
                , <Ago at={at} />
              </>
            )}
            {isApproved && !docId && '. It has been deleted since, and is no longer given.'}
            {isApproved && docId && (
              <>
                . It is given <a href={hrefOf({ view: 'documents', rest: docId })}>as a document</a>; delete
                that to withdraw it.
              </>
            )}
          </p>
          {note && <blockquote dir="auto">{note}</blockquote>}
          {tags.length > 0 && (
            <p class="chips">
              {tags.map((tag) => (
                <span key={tag} class="tag">
                  #<bdi>{tag}</bdi>
                </span>
              ))}
            </p>
          )}
        </div>
      </div>
      <div class="entry-body">
        <div class="entry-answer">
          <EntryAnswer entry={entry} />
        </div>
        <div class="entry-evidence">
          <Evidence sources={entry.sources} isStale={true} />
        </div>
      </div>
    </article>
  );
}
