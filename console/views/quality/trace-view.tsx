import { type AnswerTrace, answerTrace } from '../../api/quality.ts';
import type { Asking } from '../../api/request.ts';
import { rowsInline } from '../../components/answer-pieces.ts';
import { decimal, share } from '../../components/figures.ts';
import { Icon } from '../../components/icon.tsx';
import { Name } from '../../components/name.tsx';
import { ProblemNotice } from '../../components/problem-notice.tsx';
import { Loading } from '../../components/spinner.tsx';
import { Table } from '../../components/table.tsx';
import { type Loaded, useLoaded } from '../../components/use-loaded.ts';
import { locale, plural, t } from '../../messages.ts';
import { documentHref } from '../../router.ts';
import { outcomeWords } from './outcome-words.ts';

const CANDIDATES_SHOWN = 5;
const SENTENCES_SHOWN = 5;

/** Why a question got its answer; the server keeps traces for a day. */
export function useTrace(
  correlationId: string,
  { askForKey }: Pick<Asking, 'askForKey'> = {},
): Loaded<AnswerTrace> {
  return useLoaded(correlationId, (asking) => answerTrace(correlationId, { ...asking, askForKey }));
}

/** The same for an answer that is shown without the check of its sentences. */
export function Why({ correlationId }: { correlationId: string }) {
  return <TraceView traced={useTrace(correlationId)} />;
}

/** What was searched, the best finds, and what decided, in plain words. */
export function TraceView({ traced }: { traced: Loaded<AnswerTrace> }) {
  const { value: trace, problem } = traced;
  if (problem?.code === 'trace_not_found') {
    return (
      <p class="aside">
        {t(
          'The trace is no longer available. Traces of the last 1,000 answers are stored for a day, until the server stops. Ask the question again to get a new one.',
        )}
      </p>
    );
  }
  if (problem) return <ProblemNotice problem={problem} />;
  if (!trace) return <Loading>{t('Loading the trace…')}</Loading>;
  return (
    <div class="trace stack gap-xl">
      <p class="trace-outcome">{outcomeWords(trace)}</p>
      {trace.fallback && <p class="aside">{t('The language model was not available.')}</p>}
      {trace.gate && <Gate {...trace.gate} />}
      <Searched trace={trace} />
      {trace.sentences.length > 0 && <Sentences trace={trace} />}
      {trace.candidates.length > 0 && <Candidates trace={trace} />}
    </div>
  );
}

function Gate({ probability, threshold }: { probability: number; threshold: number | null }) {
  const isOver = probability >= (threshold ?? 0);
  return (
    <div class={isOver ? 'gate good' : 'gate warn'}>
      <svg class="gate-scale" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
        <rect class="ground" width="100" height="10" />
        <rect class="reached" width={probability * 100} height="10" />
        {threshold !== null && <rect class="threshold" x={threshold * 100 - 0.4} width="0.8" height="10" />}
      </svg>
      <p class="aside">
        {threshold === null
          ? t('{share} likely to answer; the language model decided.', { share: share(probability) })
          : t('{share} likely to answer; {needed} is needed.', {
              share: share(probability),
              needed: share(threshold),
            })}
      </p>
    </div>
  );
}

function Searched({ trace: { query, terms, compared, lang } }: { trace: AnswerTrace }) {
  const words = terms.filter(({ term, idf }) => !term.startsWith('.') && idf > 0);
  return (
    <section>
      <h3>{t('What was searched')}</h3>
      <p>
        <q dir="auto">{query}</q>
        {lang && `, ${t('read as {language}', { language: languageName(lang) })}`};{' '}
        {plural(compared, ['{count} passage compared.', '{count} passages compared.'])}
      </p>
      {words.length > 0 && (
        <ul class="chips" aria-label={t('Words')}>
          {words
            .toSorted((a, b) => b.weight * b.idf - a.weight * a.idf)
            .map(({ term }) => (
              <li key={term} class="tag">
                <bdi>{wordOf(term, query)}</bdi>
              </li>
            ))}
        </ul>
      )}
    </section>
  );
}

/** The search uses stems; users know the words they typed. */
function wordOf(stem: string, query: string): string {
  const words = query.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  // A stem may end in another letter: `famili`.
  const begins = (beginning: string) => words.find((word) => word.toLowerCase().startsWith(beginning));
  return begins(stem) ?? (stem.length > 3 ? begins(stem.slice(0, -1)) : undefined) ?? stem;
}

function Sentences({ trace: { sentences, outcome } }: { trace: AnswerTrace }) {
  const isAnswered = outcome === 'answered';
  return (
    <section>
      <h3>{t('Best sentences')}</h3>
      <ol class="trace-sentences stack gap-m">
        {sentences.slice(0, SENTENCES_SHOWN).map(({ text, chosen, chunk_id: chunkId }) => (
          <li key={chunkId + text} class={isAnswered && chosen ? 'row top good' : 'row top'}>
            {isAnswered && chosen && <Icon name="check" />}
            {isAnswered && chosen && <span class="visually-hidden">{t('Used: ')}</span>}
            <span dir="auto">{rowsInline(text)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Candidates({ trace: { candidates } }: { trace: AnswerTrace }) {
  const best = candidates.slice(0, CANDIDATES_SHOWN);
  return (
    <section>
      <h3>{t('Closest passages')}</h3>
      <Table label={t('Passages')} heads={[t('Passage'), t('Words'), t('Meaning'), t('Total')]}>
        {best.map(({ chunk_id: chunkId, doc_id: docId, title, page, section, bm25, latent, reranked }) => (
          <tr key={chunkId}>
            <th scope="row">
              <a href={documentHref(docId)}>
                <Name text={title} />
              </a>
              <span class="aside" dir="auto">
                {page !== null && ` ${t('page {page}', { page })}`}
                {section && section !== title && ` ${section.replace(`${title} › `, '')}`}
              </span>
            </th>
            <td>{decimal(bm25, 1)}</td>
            <td>{decimal(latent, 2)}</td>
            <td>{decimal(reranked, 2)}</td>
          </tr>
        ))}
      </Table>
    </section>
  );
}

function languageName(code: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}
