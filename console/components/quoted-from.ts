import type { AnswerMeta, Source } from '../api/types.ts';
import { listed, t } from '../messages.ts';
import { labelOf } from './source-label.ts';

/** Longer names take too many lines on a phone: the cards below it have them. UTF-16 units. */
const NAMED_UNITS_MAX = 60;

/** The name of what wrote an answer. */
export function modelName(model: string): string {
  return model === 'extractive' ? t('Quoting') : model;
}

/** Whether an answer consists of quotations that are in their sources, as they are by construction. */
export function isQuotation({ model, grounded }: Pick<AnswerMeta, 'model' | 'grounded'>): boolean {
  return model === 'extractive' && grounded === 'supported';
}

/** Whether it is shown as a quotation; with a doubtful sentence it is shown as checked. */
export function isQuoted(meta: Pick<AnswerMeta, 'model' | 'grounded' | 'statements'>): boolean {
  return isQuotation(meta) && meta.statements.every(({ verdict }) => verdict === 'supported');
}

/** Where the quotations are from, in a few words. */
export function quotedFrom(sources: readonly Pick<Source, 'label' | 'page' | 'kind'>[]): string {
  if (sources.length === 0) return t('Quoted from the documents');
  if (sources.every(({ kind }) => kind === 'approved_answer')) return t('Approved by a reviewer');
  const labels = [...new Set(sources.map((source) => labelOf(source)))];
  const where = listed(labels);
  if (where.length <= NAMED_UNITS_MAX) return t('Quoted from {where}', { where });
  if (labels.length > 1) return t('Quoted from {count} sources', { count: labels.length });
  return t('Quoted from {where}', { where: labelOf(sources[0]!, NAMED_UNITS_MAX) });
}
