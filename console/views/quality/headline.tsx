import type { ComponentChildren } from 'preact';
import type { QualitySummary } from '../../api/quality.ts';
import { bytes, counted, dollars, milliseconds, plural, share } from '../../components/figures.ts';
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
      <Figure name="Questions" value={counted(answers)} href={cases({})}>
        {plural(answers - refused, 'answer')}
      </Figure>
      {checked > 0 && (
        <Figure
          name="Found in the sources"
          value={ratio(supported, checked)}
          href={cases({ grounded: 'supported', ...WRITTEN })}
        >
          <a href={cases({ grounded: 'partial', ...WRITTEN })}>{counted(partial)} partly</a>,{' '}
          <a href={cases({ grounded: 'unsupported', ...WRITTEN })}>{counted(unsupported)} not</a>
        </Figure>
      )}
      {(quoted > 0 || checked === 0) && (
        <Figure name="Quoted" value={counted(quoted)} href={cases({ quoted: 'true' })}>
          word for word; not checked whether they answer
        </Figure>
      )}
      <Figure name="Without an answer" value={ratio(refused, answers)} href={cases({ refused: 'true' })}>
        <a href={qualityHref('gaps')}>{plural(refused, 'time')}: see what is missing</a>
      </Figure>
      <Figure
        name="Thumbs up"
        value={ratio(totals.thumbs_up, totals.thumbs_up + totals.thumbs_down)}
        href={qualityHref('feedback', { rating: 'up', from })}
      >
        {counted(totals.thumbs_up)} up,{' '}
        <a href={qualityHref('feedback', { rating: 'down', from })}>{counted(totals.thumbs_down)} down</a>
      </Figure>
      <Figure name="Time to answer" value={last ? milliseconds(last.latency_ms_p50!) : '–'}>
        {last ? `typically; 95% within ${milliseconds(last.latency_ms_p95 ?? 0)}` : 'not measured'}
      </Figure>
      <Figure name="Documents read" value={counted(totals.documents_done)} href="#/documents">
        {bytes(totals.bytes_ingested)}, {counted(totals.documents_failed)} failed
      </Figure>
      {totals.cost !== null && (
        <Figure name="Cost of models" value={dollars(totals.cost)}>
          {answers > 0 ? `${dollars(totals.cost / answers)} a question` : ''}
        </Figure>
      )}
    </dl>
  );
}

function Figure(props: { name: string; value: string; href?: string; children: ComponentChildren }) {
  const { name, value, href, children } = props;
  return (
    <div>
      <dt>{name}</dt>
      <dd class="headline-value">{href ? <a href={href}>{value}</a> : value}</dd>
      <dd class="aside">{children}</dd>
    </div>
  );
}

function ratio(part: number, whole: number): string {
  return whole === 0 ? '–' : share(part / whole);
}
