import { lastFailure } from '../../api/request.ts';
import { CorrelationId } from '../../components/correlation-id.tsx';
import { locale, rich, t } from '../../messages.ts';
import { useStore } from '../../store.ts';

/** The last failed request of this page, with its id for support. */
export function LastFailure() {
  const failure = useStore(lastFailure);
  return (
    <section class="card stack gap-l" aria-labelledby="last-failure">
      <h2 id="last-failure">{t('Last failed request')}</h2>
      {failure === null ? (
        <p class="aside">{t('None since this page was opened.')}</p>
      ) : (
        <>
          <p>
            {rich('{problem} at {time}', {
              problem: <strong>{failure.problem.title}</strong>,
              time: new Date(failure.atMs).toLocaleTimeString(locale),
            })}
          </p>
          <p class="aside">
            <code>
              {failure.method} {failure.path}
            </code>
          </p>
          <p dir="auto">{failure.problem.detail}</p>
          {failure.problem.correlationId === null ? (
            <p class="aside">{t('It did not reach the server, so the log has no entry for it.')}</p>
          ) : (
            <p>
              <CorrelationId id={failure.problem.correlationId} />
            </p>
          )}
        </>
      )}
    </section>
  );
}
