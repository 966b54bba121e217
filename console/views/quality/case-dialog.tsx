import { useEffect, useState } from 'preact/hooks';
import { type ApiProblem, isAbort, problemOf } from '../../api/problem.ts';
import { type AnswerRecord, answerRecord } from '../../api/quality.ts';
import { Ago } from '../../components/ago.tsx';
import { AnswerText } from '../../components/answer-text.tsx';
import { CorrelationId } from '../../components/correlation-id.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { counted, milliseconds, share } from '../../components/figures.ts';
import { Grounding } from '../../components/grounding.tsx';
import { ProblemNotice } from '../../components/problem-notice.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { TraceView, useTrace } from './trace-view.tsx';

const FORGOTTEN = 'A question that is kept no more';
const NO_SOURCES = [] as const;
const NO_STATEMENTS = [] as const;
const nowhere = () => {};

type Found =
  | { readonly state: 'loading' }
  | { readonly state: 'found'; readonly answered: AnswerRecord }
  | { readonly state: 'failed'; readonly problem: ApiProblem };

/** One given answer: its text, how it came about and why. @param props.known The answer, if already loaded. */
export function CaseDialog(props: {
  readonly correlationId: string;
  readonly known: AnswerRecord | null;
  readonly onClose: () => void;
}) {
  const { correlationId, known, onClose } = props;
  const [found, retry] = useAnswer(correlationId, known);
  const question = found.state === 'found' ? (found.answered.question ?? FORGOTTEN) : 'An answer';
  return (
    <Dialog title={question} shape="sheet" onClose={onClose}>
      {found.state === 'loading' && (
        <p class="loading" role="status">
          <Spinner /> Looking up the answer…
        </p>
      )}
      {found.state === 'failed' && <ProblemNotice problem={found.problem} onRetry={retry} />}
      {found.state === 'found' && <Case answered={found.answered} />}
    </Dialog>
  );
}

function useAnswer(correlationId: string, known: AnswerRecord | null): [Found, () => void] {
  const [found, setFound] = useState<Found>(
    known ? { state: 'found', answered: known } : { state: 'loading' },
  );
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (found.state === 'found') return;
    const controller = new AbortController();
    setFound({ state: 'loading' });
    answerRecord(correlationId, { signal: controller.signal }).then(
      (answered) => setFound({ state: 'found', answered }),
      (error: unknown) => !isAbort(error) && setFound({ state: 'failed', problem: problemOf(error) }),
    );
    return () => controller.abort();
  }, [correlationId, attempt]);
  return [found, () => setAttempt(attempt + 1)];
}

function Case({ answered }: { answered: AnswerRecord }) {
  const traced = useTrace(answered.correlation_id);
  const statements = traced.state === 'found' ? traced.trace.statements : NO_STATEMENTS;
  const { answer, refused, grounded } = answered;
  return (
    <div class="case">
      {answer === null ? (
        <p class="aside">Its text is kept no more; the figures are.</p>
      ) : refused ? (
        <p class="refusal-text" dir="auto">
          {answer}
        </p>
      ) : (
        <>
          <div class="answer">
            <AnswerText text={answer} sources={NO_SOURCES} statements={statements} onOpen={nowhere} />
          </div>
          <Grounding text={answer} meta={{ grounded, statements }} sources={NO_SOURCES} />
        </>
      )}
      <Meta answered={answered} />
      <section>
        <h3>Why</h3>
        <TraceView traced={traced} />
      </section>
    </div>
  );
}

function Meta({ answered }: { answered: AnswerRecord }) {
  const { at, mode, model, usage, timings_ms: took, grounded_score: score, best_score: best } = answered;
  return (
    <dl class="case-meta">
      <dt>Asked</dt>
      <dd>
        <Ago at={at} />
      </dd>
      <dt>By</dt>
      <dd>
        <bdi>{model}</bdi>, {mode}
      </dd>
      <dt>Took</dt>
      <dd>
        {milliseconds(took.total)}: {milliseconds(took.retrieve)} to search, {milliseconds(took.generate)} to
        write
      </dd>
      {usage && (
        <>
          <dt>Tokens</dt>
          <dd>
            {counted(usage.prompt_tokens)} read, {counted(usage.completion_tokens)} written
          </dd>
        </>
      )}
      <dt>Best passage</dt>
      <dd>{share(best)} probable to answer</dd>
      {score !== null && (
        <>
          <dt>In the sources</dt>
          <dd>{share(score)}</dd>
        </>
      )}
      <dt>Request</dt>
      <dd>
        <CorrelationId id={answered.correlation_id} />
      </dd>
    </dl>
  );
}
