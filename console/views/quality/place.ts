import type { AnswerFilter } from '../../api/quality.ts';
import { hrefOf } from '../../router.ts';

export const PERIODS = [1, 7, 30, 90] as const;
export type Period = (typeof PERIODS)[number];
export const PAGES = ['', 'gaps', 'feedback', 'answers'] as const;

/** Where one is in this view: a page of it, and what it is narrowed to. */
export interface QualityPlace {
  readonly page: (typeof PAGES)[number];
  readonly days: Period;
  readonly rating: 'up' | 'down' | '';
  readonly cases: CaseFilter;
}

/** Answers by what came of them, within a time. */
export interface CaseFilter extends AnswerFilter {
  /** ISO 8601; `to` is exclusive. */
  readonly from?: string;
  readonly to?: string;
}

/** Reads `<page>?<name>=<value>&…`; what it does not know is left out. */
export function placeIn(rest: string): QualityPlace {
  const [page = '', query = ''] = rest.split('?', 2);
  const given = new URLSearchParams(query);
  const oneOf = <T extends string>(name: string, values: readonly T[]): T | undefined =>
    values.find((value) => value === given.get(name));
  const time = (name: string) => (Number.isNaN(Date.parse(given.get(name) ?? '')) ? null : given.get(name));
  return {
    page: PAGES.find((name) => name === page) ?? '',
    days: PERIODS.find((days) => String(days) === given.get('days')) ?? 7,
    rating: oneOf('rating', ['up', 'down']) ?? '',
    cases: defined({
      refused: oneOf('refused', ['true', 'false']),
      grounded: oneOf('grounded', ['supported', 'partial', 'unsupported']),
      model: given.get('model') || undefined,
      from: time('from') ?? undefined,
      to: time('to') ?? undefined,
    }),
  };
}

export function qualityHref(
  page: QualityPlace['page'],
  narrowed: Readonly<Record<string, unknown>> = {},
): string {
  const query = new URLSearchParams(
    Object.entries(narrowed)
      .filter(([, value]) => value !== undefined && value !== '')
      .map(([name, value]) => [name, String(value)]),
  );
  return hrefOf({ view: 'quality', rest: query.size === 0 ? page : `${page}?${query}` });
}

function defined(filter: { [Name in keyof CaseFilter]: CaseFilter[Name] | undefined }): CaseFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}
