import type { QualitySummary } from '../../api/quality.ts';
import { counted, dollars, share } from '../../components/figures.ts';
import { Name } from '../../components/name.tsx';
import { modelName } from '../../components/quoted-from.ts';
import { Table } from '../../components/table.tsx';
import { t } from '../../messages.ts';
import { qualityHref } from './place.ts';

/** The models: answers, quality and cost of each. */
export function Models({ summary }: { summary: QualitySummary }) {
  const { models, rows } = summary;
  const from = rows[0]?.start;
  const hasCost = models.some(({ cost_usd: cost }) => typeof cost === 'number');
  return (
    <section class="models">
      <h2>{t('By model')}</h2>
      <Table
        label={t('Models')}
        heads={[
          t('Model'),
          t('Questions'),
          t('Quoted'),
          t('In the sources'),
          t('Partly'),
          t('Not'),
          t('No answer'),
          t('Tokens read'),
          t('Tokens written'),
          ...(hasCost ? [t('Cost')] : []),
        ]}
      >
        {models.map((row) => {
          const { model, answers, quoted, supported, partial, unsupported, refused } = row;
          const cases = (narrowed: object = {}) => qualityHref('answers', { from, model, ...narrowed });
          const checked = supported + partial + unsupported;
          const cell = (value: number, narrowed: object) => (
            <td>{value === 0 ? '0' : <a href={cases(narrowed)}>{counted(value)}</a>}</td>
          );
          return (
            <tr key={model}>
              <th scope="row">
                <Name text={modelName(model)} />
              </th>
              {cell(answers, {})}
              {cell(quoted, { quoted: 'true' })}
              <td>
                {checked === 0 ? (
                  '–'
                ) : (
                  <a href={cases({ grounded: 'supported' })}>{share(supported / checked)}</a>
                )}
              </td>
              {cell(partial, { grounded: 'partial' })}
              {cell(unsupported, { grounded: 'unsupported' })}
              {cell(refused, { refused: 'true' })}
              <td>{counted(row.prompt_tokens)}</td>
              <td>{counted(row.completion_tokens)}</td>
              {hasCost && <td>{typeof row.cost_usd === 'number' ? dollars(row.cost_usd) : '–'}</td>}
            </tr>
          );
        })}
      </Table>
    </section>
  );
}
