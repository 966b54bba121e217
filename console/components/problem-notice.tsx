import { useMemo, useRef } from 'preact/hooks';
import type { ApiProblem } from '../api/problem.ts';
import { plural, rich, t } from '../messages.ts';
import { Button } from './button.tsx';
import { CorrelationId } from './correlation-id.tsx';
import { Countdown } from './countdown.tsx';
import { Icon } from './icon.tsx';

/** Retries by itself in a row; then it is for the user to say. */
const RETRIES_MAX = 10;

type Told = Pick<ApiProblem, 'title' | 'detail' | 'correlationId' | 'retryAfterSeconds'>;

/** Who retries. */
export type RetriedBy = 'hand' | 'itself';

/**
 * What went wrong, what to do, and the id for support. Retries by itself when the server says when: screen readers hear
 * the problem once, and again when that is given up. For the count it must stay on the page while it retries by itself.
 */
export function ProblemNotice(props: { readonly problem: Told; readonly onRetry?: (by: RetriedBy) => void }) {
  const { problem, onRetry } = props;
  const { title, detail, correlationId, retryAfterSeconds } = problem;
  const retryAtMs = useMemo(() => Date.now() + (retryAfterSeconds ?? 0) * 1000, [problem]);
  const seen = useRef({ problem, retries: 0, isRetried: false }).current;
  if (seen.problem !== problem) {
    if (seen.isRetried) seen.retries += 1;
    Object.assign(seen, { problem, isRetried: false });
  }
  const { retries } = seen;
  const isRetrying = onRetry !== undefined && retryAfterSeconds !== null && retries < RETRIES_MAX;
  const isKnown = isRetrying && retries > 0;
  return (
    <div class="notice bad">
      <Icon name="alert" />
      <div class="stack gap-xs">
        <div key={isKnown ? 'known' : 'new'} role={isKnown ? undefined : 'alert'}>
          <p class="notice-title" dir="auto">
            {title}
          </p>
          <p dir="auto">{detail}</p>
          {!isRetrying && retries > 0 && (
            <p>{plural(retries, ['Retried once automatically.', 'Retried {count} times automatically.'])}</p>
          )}
        </div>
        <p class="notice-actions row wrap gap-l">
          {onRetry && (
            <Button icon="retry" onClick={() => onRetry('hand')}>
              {t('Try again')}
            </Button>
          )}
          {isRetrying && (
            <span class="aside">
              {rich('Retrying in {seconds}', {
                seconds: (
                  <Countdown
                    untilMs={retryAtMs}
                    onEnd={() => {
                      seen.isRetried = true;
                      onRetry('itself');
                    }}
                  />
                ),
              })}
            </span>
          )}
          {correlationId && <CorrelationId id={correlationId} />}
        </p>
      </div>
    </div>
  );
}
