import { LinkRow } from '../components/link-row.tsx';
import { useMay } from '../components/use-may.ts';
import { t } from '../messages.ts';
import { Cases } from './quality/cases.tsx';
import { Feedback } from './quality/feedback.tsx';
import { Gaps } from './quality/gaps.tsx';
import { Overview } from './quality/overview.tsx';
import { PAGES, placeIn, qualityHref } from './quality/place.ts';

const LABELS: Readonly<Record<(typeof PAGES)[number], string>> = {
  '': t('Overview'),
  gaps: t('Unanswered'),
  feedback: t('Feedback'),
  answers: t('Answers'),
};

/** Answer quality and what to improve; `rest` is a page and its filter. */
export function QualityView({ rest }: { rest: string }) {
  const { page: asked, days, rating, time, cases, caseId } = placeIn(rest);
  const mayOperate = useMay('operate');
  // Reviewers see ratings, and nothing else of it.
  const pages = useMay('ratings') && !mayOperate ? (['feedback'] as const) : PAGES;
  const page = pages.find((name) => name === asked) ?? pages[0];
  return (
    <div class={page === '' ? 'quality page stack' : 'quality listing page screen col'}>
      <header class="view-head row wrap">
        <h1>{t('Quality')}</h1>
        <LinkRow
          look="tabs"
          label={t('Quality')}
          links={pages.map((name) => ({
            href: qualityHref(name),
            words: LABELS[name],
            isChosen: name === page,
          }))}
        />
      </header>
      {page === '' && <Overview days={days} />}
      {page === 'gaps' && <Gaps />}
      {page === 'feedback' && <Feedback rating={rating} time={time} />}
      {page === 'answers' && <Cases filter={cases} caseId={caseId} />}
    </div>
  );
}
