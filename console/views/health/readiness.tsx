import { type Health, health, type Readiness as Ready, readiness } from '../../api/service.ts';
import { Button } from '../../components/button.tsx';
import { CorrelationId } from '../../components/correlation-id.tsx';
import { Icon } from '../../components/icon.tsx';
import { ProblemNotice } from '../../components/problem-notice.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { useLoaded } from '../../components/use-loaded.ts';

/** What fails without it. */
const DEPENDENCIES: Readonly<Record<string, { name: string; keeps: string }>> = {
  kv_store: { name: 'Key-value store', keeps: 'conversations, review, feedback and the rate limit' },
  vector_store: { name: 'Document store and index', keeps: 'documents and their passages' },
};

/** Whether questions can be answered now: checked when the page opens, and on demand. */
export function Readiness() {
  const { value, problem, isLoading, reload } = useLoaded('readiness', async (asking) => {
    const [ready, start] = await Promise.all([readiness(asking), health(asking)]);
    return { ready, start, checkedAt: new Date() };
  });
  const ready = problem ? null : (value?.ready ?? null);
  const start = value?.start;
  return (
    <section class="card readiness" aria-labelledby="readiness" aria-busy={isLoading}>
      <header>
        <h2 id="readiness">Readiness</h2>
        <Button icon="retry" busy={isLoading} onClick={() => reload()}>
          Check again
        </Button>
      </header>
      <p class={`verdict ${ready === null ? '' : ready.ready ? 'good' : 'bad'}`} role="status">
        {ready !== null && <Icon name={ready.ready ? 'check' : 'alert'} />}
        {ready === null && isLoading && <Spinner />}
        {ready === null && !isLoading && <Icon name="alert" />}
        <strong>{verdictOf(ready, isLoading)}</strong>
        {ready && !isLoading && (
          <span class="aside">checked at {value!.checkedAt.toLocaleTimeString('en-GB')}</span>
        )}
      </p>
      {problem && <ProblemNotice problem={problem} onRetry={reload} />}
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
          <dt>At the start</dt>
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

function verdictOf(ready: Ready | null, isLoading: boolean): string {
  if (ready === null) return isLoading ? 'Checking…' : 'Not known';
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
