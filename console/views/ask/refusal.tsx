import { AskedWords } from '../../components/asked-words.tsx';
import { Button, ButtonLink } from '../../components/button.tsx';
import { Fact } from '../../components/fact.tsx';
import { listed, plural, t } from '../../messages.ts';
import { hrefOf } from '../../router.ts';
import { isEmpty } from './collections.ts';
import type { Filter, Turn } from './conversations.ts';

/** A refusal: the server's text with advice, what was searched, and a way to clear a narrow filter. */
export function Refusal(props: {
  readonly turn: Turn;
  readonly filter: Filter;
  readonly onWiden: () => void;
}) {
  const { turn, filter, onWiden } = props;
  const { question, text, meta } = turn;
  const retrieval = meta?.retrieval;
  const isFiltered = !isEmpty(filter);
  return (
    <div class="refusal card stack">
      <p class="refusal-text" dir="auto">
        {text}
      </p>
      {retrieval && (
        <dl class="facts">
          {retrieval.query !== question && (
            <Fact name={t('Searched for')} dir="auto">
              <AskedWords asked={question} standalone={retrieval.query} />
            </Fact>
          )}
          <Fact name={t('Looked at')}>
            {retrieval.candidates === 0
              ? t('no passage has these words')
              : plural(retrieval.candidates, [
                  'one passage, which does not answer the question',
                  '{count} passages; none answers the question well enough',
                ])}
            {isFiltered && `, ${t('only in {documents}', { documents: filterWords(filter) })}`}
          </Fact>
        </dl>
      )}
      {isFiltered ? (
        <p class="aside">
          {t('You searched only some of the documents.')}{' '}
          <Button onClick={onWiden}>{t('Search all of them')}</Button>
        </p>
      ) : (
        <p>
          <ButtonLink icon="upload" href={hrefOf({ view: 'documents' })}>
            {t('Add a document')}
          </ButtonLink>
        </p>
      )}
    </div>
  );
}

function filterWords({ docs, tags }: Filter): string {
  const titles = docs.map(({ title }) => `“${title}”`);
  return listed([...titles, ...tags.map((tag) => t('documents tagged “{tag}”', { tag }))]);
}
