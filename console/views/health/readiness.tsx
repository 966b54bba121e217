import { useEffect, useState } from 'preact/hooks';
import { type ApiProblem, isAbort, problemOf } from '../../api/problem.ts';
import { type Health, health, type Readiness as Ready, readiness } from '../../api/service.ts';
import { Button } from '../../components/button.tsx';
import { CorrelationId } from '../../components/correlation-id.tsx';
import { Icon } from '../../components/icon.tsx';
import { ProblemNotice } from '../../components/problem-notice.tsx';
import { Spinner } from '../../components/spinner.tsx';

/** What fails without it. */
const DEPENDENCIES: Readonly<Record<string, { name: string; keeps: string }>> = {
  kv_store: { name: 'Key-value store', keeps: 'conversations, review, feedback and the rate limit' },
  vector_store: { name: 'Document store and index', keeps: 'documents and their passages' },
};

/** Whether questions can be answered now: checked when the page opens, and on demand. */
export function Readiness() {
  const [ready, setReady] = useState<Ready | null>(null);
  const [start, setStart] = useState<Health | null>(null);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [checkedAt, setCheckedAt] = useState<Date | null>(null);
  const isChecking = checkedAt === null;

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    setCheckedAt(null);
    Promise.all([readiness({ signal }), health({ signal })]).then(
      ([ready, start]) => {
        setReady(ready);
        setStart(start);
        setProblem(null);
        setCheckedAt(new Date());
      },
      (error: unknown) => {
        if (isAbort(error)) return;
        setReady(null);
        setProblem(problemOf(error));
        setCheckedAt(new Date());
      },
    );
    return () => controller.abort();
  }, [attempt]);

  return (
    <section class="card readiness" aria-labelledby="readiness" aria-busy={isChecking}>
      <header>
        <h2 id="readiness">Readiness</h2>
        <Button icon="retry" busy={isChecking} onClick={() => setAttempt(attempt + 1)}>
          Check again
        </Button>
      </header>
      <p class={`verdict ${ready === null ? '' : ready.ready ? 'good' : 'bad'}`} role="status">
        {ready !== null && <Icon name={ready.ready ? 'check' : 'alert'} />}
        {ready === null && isChecking && <Spinner />}
        {ready === null && !isChecking && <Icon name="alert" />}
        <strong>{verdictOf(ready, isChecking)}</strong>
        {checkedAt && <span class="aside">checked at {checkedAt.toLocaleTimeString('en-GB')}</span>}
      </p>
      {problem && <ProblemNotice problem={problem} onRetry={() => setAttempt(attempt + 1)} />}
      {ready?.dependencies && (
        <ul class="dependencies">
          {Object.entries(ready.dependencies).map(([id, state]) => (
            <li key={id} class={state === 'ok' ? 'good' : 'bad'}>
              <Icon name={state === 'ok' ? 'check' : 'alert'} />
              <span>
                <strong>{DEPENDENCIES[id]?.name ?? id}</strong>{' '}
                {state === 'ok' ? 'answers' : 'does not answer'}
                <span class="aside">{DEPENDENCIES[id] && `Keeps ${DEPENDENCIES[id].keeps}`}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {ready && !ready.ready && (
        <div class="notice bad">
          <div>
            <p>{ready.detail}</p>
            {ready.correlationId && <CorrelationId id={ready.correlationId} />}
          </div>
        </div>
      )}
      {start && (
        <dl class="facts">
          <dt>Version</dt>
          <dd>{start.version}</dd>
          <dt>Running for</dt>
          <dd>{durationInWords(start.uptime_seconds)}</dd>
          <dt>At its start</dt>
          <dd>{start.status === 'ok' ? 'everything answered' : `${downAtStart(start)} did not answer`}</dd>
          <dt>For programs</dt>
          <dd class="links">
            <a href="/docs">API documentation</a>
            <a href="/openapi.json">OpenAPI document</a>
            <a href="/docs/errors">Error codes</a>
          </dd>
        </dl>
      )}
    </section>
  );
}

function verdictOf(ready: Ready | null, isChecking: boolean): string {
  if (ready === null) return isChecking ? 'Asking…' : 'Not known';
  return ready.ready ? 'Ready to answer' : 'Not ready';
}

function downAtStart({ dependencies }: Health): string {
  return Object.entries(dependencies)
    .filter(([, state]) => state !== 'ok')
    .map(([id]) => DEPENDENCIES[id]?.name ?? id)
    .join(' and ');
}

/** The two largest units. */
function durationInWords(seconds: number): string {
  const units = [
    ['day', 86_400],
    ['hour', 3_600],
    ['minute', 60],
    ['second', 1],
  ] as const;
  let rest = seconds;
  const words = units.flatMap(([name, length]) => {
    const count = Math.floor(rest / length);
    rest %= length;
    return count === 0 ? [] : [`${count} ${name}${count === 1 ? '' : 's'}`];
  });
  return words.slice(0, 2).join(' ') || 'less than a second';
}
