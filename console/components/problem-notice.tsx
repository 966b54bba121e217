import { useMemo } from 'preact/hooks';
import type { ApiProblem } from '../api/problem.ts';
import { Button } from './button.tsx';
import { CorrelationId } from './correlation-id.tsx';
import { Countdown } from './countdown.tsx';
import { Icon } from './icon.tsx';

type Told = Pick<ApiProblem, 'title' | 'detail' | 'correlationId' | 'retryAfterSeconds'>;

/** What went wrong, what to do, and the id for support. Retries by itself when the server says when. */
export function ProblemNotice(props: {
  readonly problem: Told;
  readonly onRetry?: (by: 'hand' | 'itself') => void;
}) {
  const { problem, onRetry } = props;
  const { title, detail, correlationId, retryAfterSeconds } = problem;
  const retryAtMs = useMemo(() => Date.now() + (retryAfterSeconds ?? 0) * 1000, [problem]);
  return (
    <div class="notice bad" role="alert">
      <Icon name="alert" />
      <div>
        <p class="notice-title">{title}</p>
        <p dir="auto">{detail}</p>
        <p class="notice-actions">
          {onRetry && (
            <Button icon="retry" onClick={() => onRetry('hand')}>
              Try again
            </Button>
          )}
          {onRetry && retryAfterSeconds !== null && (
            <span class="aside">
              by itself in <Countdown untilMs={retryAtMs} onEnd={() => onRetry('itself')} />
            </span>
          )}
          {correlationId && <CorrelationId id={correlationId} />}
        </p>
      </div>
    </div>
  );
}
