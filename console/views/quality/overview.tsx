import { useEffect, useState } from 'preact/hooks';
import { type ApiProblem, isAbort, problemOf } from '../../api/problem.ts';
import { type QualitySummary, qualitySummary } from '../../api/quality.ts';
import { IconButton } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ProblemNotice } from '../../components/problem-notice.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { FigureTable } from './figure-table.tsx';
import { totalsOf } from './figures.ts';
import { Headline } from './headline.tsx';
import { Models } from './models.tsx';
import { PERIODS, type Period, qualityHref } from './place.ts';
import { Plots } from './plots.tsx';

const PERIOD_LABELS: Readonly<Record<Period, string>> = {
  1: '24 hours',
  7: '7 days',
  30: '30 days',
  90: '90 days',
};

/** Answers over time, each number linked to its cases. */
export function Overview({ days }: { days: Period }) {
  const [summary, setSummary] = useState<QualitySummary | null>(null);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [isLoading, setLoading] = useState(true);
  useEffect(() => {
    const controller = new AbortController();
    setLoading(true);
    setProblem(null);
    qualitySummary(days, { signal: controller.signal })
      .then(setSummary, (error: unknown) => !isAbort(error) && setProblem(problemOf(error)))
      .finally(() => !controller.signal.aborted && setLoading(false));
    return () => controller.abort();
  }, [days, attempt]);

  const totals = summary && totalsOf(summary.rows);
  return (
    <>
      <div class="quality-bar">
        <nav class="filters" aria-label="Period">
          {PERIODS.map((period) => (
            <a
              key={period}
              class="chip toggle"
              href={qualityHref('', { days: period })}
              aria-current={period === days ? 'true' : undefined}
            >
              {PERIOD_LABELS[period]}
            </a>
          ))}
        </nav>
        {isLoading && (
          <p class="loading" role="status">
            <Spinner /> Counting…
          </p>
        )}
        <IconButton icon="retry" label="Refresh" onClick={() => setAttempt(attempt + 1)} />
      </div>
      {problem && <ProblemNotice problem={problem} onRetry={() => setAttempt(attempt + 1)} />}
      {summary &&
        totals &&
        (totals.answers + totals.documents_done + totals.documents_failed === 0 ? (
          <EmptyState title="Nothing happened in this time">
            <p class="aside">
              As soon as questions are asked, it shows here how many were answered, how well the sources carry
              the answers, how long they took, and what people thought of them.
            </p>
          </EmptyState>
        ) : (
          <div class="overview">
            <Headline summary={summary} totals={totals} />
            <Plots summary={summary} totals={totals} />
            {summary.models.length > 0 && <Models summary={summary} />}
            <FigureTable summary={summary} />
          </div>
        ))}
    </>
  );
}
