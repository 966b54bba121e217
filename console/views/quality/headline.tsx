import type { ComponentChildren } from 'preact';
import type { QualitySummary } from '../../api/quality.ts';
import { bytes, counted, dollars, milliseconds, share } from '../../components/figures.ts';
import { plural, t } from '../../messages.ts';
import type { Totals } from './figures.ts';
import { qualityHref } from './place.ts';

/** Of answers that a language model wrote, which alone are checked. */
const WRITTEN = { quoted: 'false' } as const;

/** The most important numbers. */
export function Headline({ summary, totals }: { summary: QualitySummary; totals: Totals }) {
  const from = summary.rows[0]?.start;
  const cases = (narrowed: object) => qualityHref('answers', { from, ...narrowed });
  const { answers, refused, quoted, supported, partial, unsupported } = totals;
  const checked = supported + partial + unsupported;
  const last = summary.rows.findLast(({ latency_ms_p50: p50 }) => p50 !== null);
  return (
    <dl class="headline">
      <Figure
        name={t('Questions')}
        means={t('Asked in this time, by anybody')}
        value={counted(answers)}
        href={cases({})}
      >
        {plural(answers - refused, ['{count} answer', '{count} answers'])}
      </Figure>
      {checked > 0 && (
        <Figure
          name={t('Found in the sources')}
          means={t('Of the answers that a model wrote, those whose every sentence is in its sources')}
          value={ratio(supported, checked)}
          href={cases({ grounded: 'supported', ...WRITTEN })}
        >
          <a href={cases({ grounded: 'partial', ...WRITTEN })}>{t('{count} partly', { count: partial })}</a>,{' '}
          <a href={cases({ grounded: 'unsupported', ...WRITTEN })}>
            {t('{count} not', { count: unsupported })}
          </a>
        </Figure>
      )}
      {(quoted > 0 || checked === 0) && (
        <Figure
          name={t('Quoted')}
          means={t('Answered with sentences of the documents')}
          value={counted(quoted)}
          href={cases({ quoted: 'true' })}
        >
          {t('word for word; not checked whether they answer')}
        </Figure>
      )}
      <Figure
        name={t('Without an answer')}
        means={t('No passage answered them')}
        value={ratio(refused, answers)}
        href={cases({ refused: 'true' })}
      >
        <a href={qualityHref('gaps')}>
          {plural(refused, ['once: see what is missing', '{count} times: see what is missing'])}
        </a>
      </Figure>
      <Figure
        name={t('Thumbs up')}
        means={t('Of all ratings')}
        value={ratio(totals.thumbs_up, totals.thumbs_up + totals.thumbs_down)}
        href={qualityHref('feedback', { rating: 'up', from })}
      >
        {t('{count} up', { count: totals.thumbs_up })},{' '}
        <a href={qualityHref('feedback', { rating: 'down', from })}>
          {t('{count} down', { count: totals.thumbs_down })}
        </a>
      </Figure>
      <Figure
        name={t('Time to answer')}
        means={t('Half of the answers are faster')}
        value={last ? milliseconds(last.latency_ms_p50!) : '–'}
      >
        {last
          ? t('typically; 95% within {time}', { time: milliseconds(last.latency_ms_p95 ?? 0) })
          : t('not measured')}
      </Figure>
      <Figure
        name={t('Documents read')}
        means={t('Made searchable in this time')}
        value={counted(totals.documents_done)}
        href="#/documents"
      >
        {t('{size}, {count} failed', { size: bytes(totals.bytes_ingested), count: totals.documents_failed })}
      </Figure>
      {totals.cost !== null && (
        <Figure
          name={t('Cost of models')}
          means={t('By the prices in LLM_PRICES')}
          value={dollars(totals.cost)}
        >
          {answers > 0 ? t('{cost} a question', { cost: dollars(totals.cost / answers) }) : ''}
        </Figure>
      )}
    </dl>
  );
}

function Figure(props: {
  readonly name: string;
  /** In one line. */
  readonly means: string;
  readonly value: string;
  readonly href?: string;
  readonly children: ComponentChildren;
}) {
  const { name, means, value, href, children } = props;
  return (
    <div class="stack gap-xxs">
      <dt class="aside">{name}</dt>
      <dd class="headline-value">{href ? <a href={href}>{value}</a> : value}</dd>
      <dd class="aside">{children}</dd>
      <dd class="headline-means fine">{means}</dd>
    </div>
  );
}

function ratio(part: number, whole: number): string {
  return whole === 0 ? '–' : share(part / whole);
}
