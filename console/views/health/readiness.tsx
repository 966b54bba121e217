import { type Health, health, type Readiness as Ready, readiness } from '../../api/service.ts';
import { Button } from '../../components/button.tsx';
import { CorrelationId } from '../../components/correlation-id.tsx';
import { Fact } from '../../components/fact.tsx';
import { Icon } from '../../components/icon.tsx';
import { ProblemNotice } from '../../components/problem-notice.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { useLoaded } from '../../components/use-loaded.ts';
import { listed, locale, rich, t } from '../../messages.ts';

/** What fails without it. */
const DEPENDENCIES: Readonly<Record<string, { name: string; keeps: string }>> = {
  kv_store: {
    name: t('Key-value store'),
    keeps: t('Keeps conversations, review, feedback and the rate limit'),
  },
  vector_store: { name: t('Document store and index'), keeps: t('Keeps documents and their passages') },
};

const ANSWERS = {
  ok: '{store} answers',
  loading: '{store} is loading',
  unavailable: '{store} does not answer',
} as const;

/** Whether questions can be answered now: checked when the page opens, and on demand. */
export function Readiness({ isForOperators }: { isForOperators: boolean }) {
  const { value, problem, isLoading, reload } = useLoaded('readiness', async (asking) => {
    const [ready, start] = await Promise.all([readiness(asking), health(asking)]);
    return { ready, start, checkedAt: new Date() };
  });
  const ready = problem ? null : (value?.ready ?? null);
  const start = value?.start;
  return (
    <section class="card readiness stack gap-l" aria-labelledby="readiness" aria-busy={isLoading}>
      <header class="row wrap spread">
        <h2 id="readiness">{t('Readiness')}</h2>
        <Button icon="retry" busy={isLoading} onClick={() => reload()}>
          {t('Check again')}
        </Button>
      </header>
      <p class={`verdict row wrap ${ready === null ? '' : ready.ready ? 'good' : 'bad'}`} role="status">
        {ready !== null && <Icon name={ready.ready ? 'check' : 'alert'} />}
        {ready === null && isLoading && <Spinner />}
        {ready === null && !isLoading && <Icon name="alert" />}
        <strong>{verdictOf(ready, isLoading)}</strong>
        {ready && !isLoading && (
          <span class="aside">
            {t('checked at {time}', { time: value!.checkedAt.toLocaleTimeString(locale) })}
          </span>
        )}
      </p>
      {problem && <ProblemNotice problem={problem} onRetry={reload} />}
      {ready?.dependencies && (
        <ul class="dependencies stack gap-m">
          {Object.entries(ready.dependencies).map(([id, state]) => (
            <li key={id} class={`row top ${state === 'ok' ? 'good' : 'bad'}`}>
              <Icon name={state === 'ok' ? 'check' : 'alert'} />
              <span>
                {rich(ANSWERS[state], {
                  store: <strong>{DEPENDENCIES[id]?.name ?? id}</strong>,
                })}
                <span class="aside">{DEPENDENCIES[id]?.keeps}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {ready && !ready.ready && (
        <div class="notice bad">
          <div class="stack gap-xs">
            <p>{ready.detail}</p>
            {ready.correlationId && <CorrelationId id={ready.correlationId} />}
          </div>
        </div>
      )}
      {start && (
        <dl class="facts">
          <Fact name={t('Version')}>{start.version}</Fact>
          <Fact name={t('Running for')}>{durationInWords(start.uptime_seconds)}</Fact>
          <Fact name={t('At the start')}>
            {start.status === 'ok'
              ? t('Everything answered')
              : t('{stores} did not answer', { stores: downAtStart(start) })}
          </Fact>
          {isForOperators && (
            <>
              <dt>{t('For programs')}</dt>
              <dd class="row wrap gap-facts">
                <a href="/docs">{t('API documentation')}</a>
                <a href="/openapi.json">{t('OpenAPI document')}</a>
                <a href="/docs/errors">{t('Error codes')}</a>
              </dd>
            </>
          )}
        </dl>
      )}
    </section>
  );
}

function verdictOf(ready: Ready | null, isLoading: boolean): string {
  if (ready === null) return isLoading ? t('Checking…') : t('Not known');
  return ready.ready ? t('Ready to answer') : t('Not ready');
}

function downAtStart({ dependencies }: Health): string {
  const down = Object.entries(dependencies).filter(([, state]) => state !== 'ok');
  return listed(down.map(([id]) => DEPENDENCIES[id]?.name ?? id));
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
  const words = units.flatMap(([unit, length]) => {
    const count = Math.floor(rest / length);
    rest %= length;
    return count === 0 ? [] : [count.toLocaleString(locale, { style: 'unit', unit, unitDisplay: 'long' })];
  });
  return words.slice(0, 2).join(' ') || t('less than a second');
}
