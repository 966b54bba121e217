import type { AnswerRecord } from '../../api/quality.ts';
import { Ago } from '../../components/ago.tsx';
import { AnswerText } from '../../components/answer-text.tsx';
import { CorrelationId } from '../../components/correlation-id.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { counted, milliseconds, share } from '../../components/figures.ts';
import { Grounding } from '../../components/grounding.tsx';
import { TraceView, useTrace } from './trace-view.tsx';

const NO_SOURCES = [] as const;
const NO_STATEMENTS = [] as const;
const nowhere = () => {};

/** One answer that was given: what it says, how it came about and why. */
export function CaseDialog({ answered, onClose }: { answered: AnswerRecord; onClose: () => void }) {
  const traced = useTrace(answered.correlation_id);
  const statements = traced.state === 'found' ? traced.trace.statements : NO_STATEMENTS;
  const { question, answer, refused, grounded } = answered;
  return (
    <Dialog title={question ?? 'A question that is kept no more'} shape="sheet" onClose={onClose}>
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
    </Dialog>
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
