import { type AnswerRecord, answerRecord } from '../../api/quality.ts';
import type { Statement } from '../../api/types.ts';
import { Ago } from '../../components/ago.tsx';
import { CheckedAnswer } from '../../components/checked-answer.tsx';
import { CorrelationId } from '../../components/correlation-id.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Fact } from '../../components/fact.tsx';
import { milliseconds, share } from '../../components/figures.ts';
import { ProblemNotice } from '../../components/problem-notice.tsx';
import { isQuotation, modelName } from '../../components/quoted-from.ts';
import { Loading } from '../../components/spinner.tsx';
import { useLoaded } from '../../components/use-loaded.ts';
import { t } from '../../messages.ts';
import { modeName } from '../ask/modes.ts';
import { TraceView, useTrace } from './trace-view.tsx';

const FORGOTTEN = t('A question that is no longer stored');
const NO_SOURCES = [] as const;
const NO_STATEMENTS: Statement[] = [];
const nowhere = () => {};

/** One given answer: its text, how it came about and why. @param props.known The answer, if already loaded. */
export function CaseDialog(props: {
  readonly correlationId: string;
  readonly known: AnswerRecord | null;
  readonly onClose: () => void;
}) {
  const { correlationId, known, onClose } = props;
  const { value, problem, isLoading, reload } = useLoaded(
    correlationId,
    (asking) => answerRecord(correlationId, asking),
    known,
  );
  return (
    <Dialog title={value ? (value.question ?? FORGOTTEN) : t('An answer')} shape="sheet" onClose={onClose}>
      {isLoading && !problem && <Loading>{t('Looking up the answer…')}</Loading>}
      {problem && <ProblemNotice problem={problem} onRetry={reload} />}
      {value && <Case answered={value} />}
    </Dialog>
  );
}

function Case({ answered }: { answered: AnswerRecord }) {
  const traced = useTrace(answered.correlation_id);
  const statements = traced.value?.statements ?? NO_STATEMENTS;
  const { answer, refused, model, grounded } = answered;
  return (
    <div class="case stack gap-xl">
      {answer === null ? (
        <p class="aside">{t('Its text is no longer stored, only the figures.')}</p>
      ) : refused ? (
        <p class="refusal-text" dir="auto">
          {answer}
        </p>
      ) : (
        <CheckedAnswer
          text={answer}
          sources={NO_SOURCES}
          meta={{ model, grounded, statements }}
          onOpen={nowhere}
        />
      )}
      <Meta answered={answered} />
      <section>
        <h3>{t('Why')}</h3>
        <TraceView traced={traced} />
      </section>
    </div>
  );
}

function Meta({ answered }: { answered: AnswerRecord }) {
  const { at, mode, model, usage, timings_ms: took, grounded_score: score, best_score: best } = answered;
  return (
    <dl class="facts">
      <Fact name={t('Asked')}>
        <Ago at={at} />
      </Fact>
      <Fact name={t('By')}>
        <bdi>{modelName(model)}</bdi>, {modeName(mode)}
      </Fact>
      <Fact name={t('Took')}>
        {t('{total}: {search} to search, {write} to write', {
          total: milliseconds(took.total),
          search: milliseconds(took.retrieve),
          write: milliseconds(took.generate),
        })}
      </Fact>
      {usage && (
        <Fact name={t('Tokens')}>
          {t('{read} read, {written} written', {
            read: usage.prompt_tokens,
            written: usage.completion_tokens,
          })}
        </Fact>
      )}
      <Fact name={t('Best passage')}>{t('{share} likely to answer', { share: share(best) })}</Fact>
      {score !== null && !isQuotation(answered) && <Fact name={t('In the sources')}>{share(score)}</Fact>}
      <Fact name={t('Request')}>
        <CorrelationId id={answered.correlation_id} />
      </Fact>
    </dl>
  );
}
