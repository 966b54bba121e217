import { qualitySummary } from '../../api/quality.ts';
import { IconButton } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { LinkRow } from '../../components/link-row.tsx';
import { ProblemNotice } from '../../components/problem-notice.tsx';
import { Loading } from '../../components/spinner.tsx';
import { useLoaded } from '../../components/use-loaded.ts';
import { t } from '../../messages.ts';
import { FigureTable } from './figure-table.tsx';
import { totalsOf } from './figures.ts';
import { Headline } from './headline.tsx';
import { Models } from './models.tsx';
import { PERIODS, type Period, qualityHref } from './place.ts';
import { Plots } from './plots.tsx';

const PERIOD_LABELS: Readonly<Record<Period, string>> = {
  1: t('24 hours'),
  7: t('7 days'),
  30: t('30 days'),
  90: t('90 days'),
};

/** Answers over time, each number linked to its cases. */
export function Overview({ days }: { days: Period }) {
  const loaded = useLoaded(`${days}`, (asking) => qualitySummary(days, asking));
  const { value: summary, problem, isLoading, reload } = loaded;
  const totals = summary && totalsOf(summary.rows);
  return (
    <>
      <div class="quality-bar row">
        <LinkRow
          look="filters"
          label={t('Period')}
          links={PERIODS.map((period) => ({
            href: qualityHref('', { days: period }),
            words: PERIOD_LABELS[period],
            isChosen: period === days,
          }))}
        />
        {isLoading && !problem && <Loading>{t('Counting…')}</Loading>}
        <IconButton icon="retry" label={t('Refresh')} onClick={() => reload()} />
      </div>
      {problem && <ProblemNotice problem={problem} onRetry={reload} />}
      {summary &&
        totals &&
        (totals.answers + totals.documents_done + totals.documents_failed === 0 ? (
          <EmptyState
            title={t('Nothing happened in this time')}
            about={t(
              'When questions are asked, you see here how many were answered, how well the sources support the answers, how long they took, and how they were rated.',
            )}
          />
        ) : (
          <div class="overview stack">
            <Headline summary={summary} totals={totals} />
            <Plots summary={summary} totals={totals} />
            {summary.models.length > 0 && <Models summary={summary} />}
            <FigureTable summary={summary} />
          </div>
        ))}
    </>
  );
}
