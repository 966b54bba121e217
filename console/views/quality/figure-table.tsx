import type { QualityRow, QualitySummary } from '../../api/quality.ts';
import { bytes, counted, dollars, milliseconds } from '../../components/figures.ts';
import { Table } from '../../components/table.tsx';
import { t } from '../../messages.ts';
import { boundsOf, rowName } from './figures.ts';
import { qualityHref } from './place.ts';

/** All figures of the plots, each count linked to its cases. */
export function FigureTable({ summary }: { summary: QualitySummary }) {
  const { rows, each } = summary;
  const hasCost = rows.some(({ cost_usd: cost }) => typeof cost === 'number');
  return (
    <details class="figure-table">
      <summary>{t('The figures as a table')}</summary>
      <Table
        label={t('Figures')}
        heads={[
          each === 'hour' ? t('Hour') : t('Day (UTC)'),
          t('Questions'),
          t('Quoted'),
          t('In the sources'),
          t('Partly'),
          t('Not'),
          t('No answer'),
          t('Thumbs up'),
          t('Thumbs down'),
          t('50% within'),
          t('95% within'),
          t('Documents'),
          t('Failed'),
          t('Volume'),
          ...(hasCost ? [t('Cost')] : []),
        ]}
      >
        {rows.toReversed().map((row) => (
          <Row key={row.start} row={row} each={each} hasCost={hasCost} />
        ))}
      </Table>
    </details>
  );
}

function Row({ row, each, hasCost }: { row: QualityRow; each: QualitySummary['each']; hasCost: boolean }) {
  const name = rowName(row, each);
  const bounds = boundsOf(row, each);
  const cases = (narrowed: object) => qualityHref('answers', { ...bounds, ...narrowed });
  const written = (grounded: string) => cases({ grounded, quoted: 'false' });
  const count = (value: number, what: string, href: string) => (
    <td>
      {value === 0 ? (
        '0'
      ) : (
        <a href={href} aria-label={`${counted(value)} ${what}, ${name}`}>
          {counted(value)}
        </a>
      )}
    </td>
  );
  return (
    <tr>
      <th scope="row">{name}</th>
      {count(row.answers, t('questions'), cases({}))}
      {count(row.quoted, t('quoted'), cases({ quoted: 'true' }))}
      {count(row.supported, t('found in the sources'), written('supported'))}
      {count(row.partial, t('partly found in the sources'), written('partial'))}
      {count(row.unsupported, t('not found in the sources'), written('unsupported'))}
      {count(row.refused, t('without an answer'), cases({ refused: 'true' }))}
      {count(row.thumbs_up, t('thumbs up'), qualityHref('feedback', { rating: 'up', ...bounds }))}
      {count(row.thumbs_down, t('thumbs down'), qualityHref('feedback', { rating: 'down', ...bounds }))}
      <td>{row.latency_ms_p50 === null ? '–' : milliseconds(row.latency_ms_p50)}</td>
      <td>{row.latency_ms_p95 === null ? '–' : milliseconds(row.latency_ms_p95)}</td>
      <td>{counted(row.documents_done)}</td>
      <td>{counted(row.documents_failed)}</td>
      <td>{bytes(row.bytes_ingested)}</td>
      {hasCost && <td>{typeof row.cost_usd === 'number' ? dollars(row.cost_usd) : '–'}</td>}
    </tr>
  );
}
