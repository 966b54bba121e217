import type { QualityRow, QualitySummary } from '../../api/quality.ts';
import { bytes, counted, dollars, milliseconds } from '../../components/figures.ts';
import { ScrollRegion } from '../../components/scroll-region.tsx';
import { boundsOf, rowName } from './figures.ts';
import { qualityHref } from './place.ts';

/** All figures of the plots, each count linked to its cases. */
export function FigureTable({ summary }: { summary: QualitySummary }) {
  const { rows, each } = summary;
  const hasCost = rows.some(({ cost_usd: cost }) => typeof cost === 'number');
  return (
    <details class="figure-table">
      <summary>The figures as a table</summary>
      <ScrollRegion class="table-scroll" label="Figures">
        <table>
          <thead>
            <tr>
              <th scope="col">{each === 'hour' ? 'Hour' : 'Day (UTC)'}</th>
              <th scope="col">Questions</th>
              <th scope="col">Quoted</th>
              <th scope="col">In the sources</th>
              <th scope="col">Partly</th>
              <th scope="col">Not</th>
              <th scope="col">No answer</th>
              <th scope="col">Thumbs up</th>
              <th scope="col">Thumbs down</th>
              <th scope="col">50% within</th>
              <th scope="col">95% within</th>
              <th scope="col">Documents</th>
              <th scope="col">Failed</th>
              <th scope="col">Volume</th>
              {hasCost && <th scope="col">Cost</th>}
            </tr>
          </thead>
          <tbody>
            {rows.toReversed().map((row) => (
              <Row key={row.start} row={row} each={each} hasCost={hasCost} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
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
      {count(row.answers, 'questions', cases({}))}
      {count(row.quoted, 'quoted', cases({ quoted: 'true' }))}
      {count(row.supported, 'found in the sources', written('supported'))}
      {count(row.partial, 'partly found in the sources', written('partial'))}
      {count(row.unsupported, 'not found in the sources', written('unsupported'))}
      {count(row.refused, 'without an answer', cases({ refused: 'true' }))}
      {count(row.thumbs_up, 'thumbs up', qualityHref('feedback', { rating: 'up', ...bounds }))}
      {count(row.thumbs_down, 'thumbs down', qualityHref('feedback', { rating: 'down', ...bounds }))}
      <td>{row.latency_ms_p50 === null ? '–' : milliseconds(row.latency_ms_p50)}</td>
      <td>{row.latency_ms_p95 === null ? '–' : milliseconds(row.latency_ms_p95)}</td>
      <td>{counted(row.documents_done)}</td>
      <td>{counted(row.documents_failed)}</td>
      <td>{bytes(row.bytes_ingested)}</td>
      {hasCost && <td>{typeof row.cost_usd === 'number' ? dollars(row.cost_usd) : '–'}</td>}
    </tr>
  );
}
