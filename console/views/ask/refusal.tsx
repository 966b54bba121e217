import { Button, ButtonLink } from '../../components/button.tsx';
import { hrefOf } from '../../router.ts';
import type { Filter, Turn } from './conversations.ts';

/** A refusal: the server's text with advice, what was searched, and a way to clear a narrow filter. */
export function Refusal(props: {
  readonly turn: Turn;
  readonly filter: Filter;
  readonly onWiden: () => void;
}) {
  const { turn, filter, onWiden } = props;
  const { text, meta } = turn;
  const retrieval = meta?.retrieval;
  const isFiltered = filter.docs.length > 0 || filter.tags.length > 0;
  return (
    <div class="refusal">
      <p class="refusal-text" dir="auto">
        {text}
      </p>
      {retrieval && (
        <dl class="facts">
          <dt>Searched for</dt>
          <dd dir="auto">{retrieval.query}</dd>
          <dt>Looked at</dt>
          <dd>
            {retrieval.candidates === 0 ? 'no passage has these words' : passages(retrieval.candidates)}
            {isFiltered && `, only in ${filterWords(filter)}`}
          </dd>
        </dl>
      )}
      {isFiltered ? (
        <p class="aside">
          You searched only some of the documents. <Button onClick={onWiden}>Search all of them</Button>
        </p>
      ) : (
        <p>
          <ButtonLink icon="upload" href={hrefOf({ view: 'documents' })}>
            Add a document
          </ButtonLink>
        </p>
      )}
    </div>
  );
}

function passages(count: number): string {
  return count === 1
    ? 'one passage, which does not answer the question'
    : `${count} passages; none answers the question well enough`;
}

function filterWords({ docs, tags }: Filter): string {
  const titles = docs.map(({ title }) => `“${title}”`);
  return [...titles, ...tags.map((tag) => `documents tagged “${tag}”`)].join(', ');
}
