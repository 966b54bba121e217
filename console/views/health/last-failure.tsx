import { lastFailure } from '../../api/last-failure.ts';
import { CorrelationId } from '../../components/correlation-id.tsx';
import { useStore } from '../../store.ts';

/** The last failed request of this page, with its id for support. */
export function LastFailure() {
  const failure = useStore(lastFailure);
  return (
    <section class="card" aria-labelledby="last-failure">
      <h2 id="last-failure">Last failed request</h2>
      {failure === null ? (
        <p class="aside">None since this page was opened.</p>
      ) : (
        <>
          <p>
            <strong>{failure.problem.title}</strong> at {new Date(failure.atMs).toLocaleTimeString('en-GB')}
          </p>
          <p class="aside">
            <code>
              {failure.method} {failure.path}
            </code>
          </p>
          <p dir="auto">{failure.problem.detail}</p>
          {failure.problem.correlationId === null ? (
            <p class="aside">It did not reach the server, so the log has no entry for it.</p>
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
