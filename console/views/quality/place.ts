import { setOnly } from '../../api/set-only.ts';
import { hrefOf } from '../../router.ts';

export const PERIODS = [1, 7, 30, 90] as const;
export type Period = (typeof PERIODS)[number];
export const PAGES = ['', 'gaps', 'feedback', 'answers'] as const;

/** A location in this view, a page and its filter, of `<page>[/<case>]?<name>=<value>&…`; ignores unknown parts. */
export function placeIn(rest: string) {
  const [path = '', query = ''] = rest.split('?', 2);
  const [page = '', caseId = ''] = path.split('/', 2);
  const given = new URLSearchParams(query);
  const oneOf = <T extends string>(name: string, values: readonly T[]): T | undefined =>
    values.find((value) => value === given.get(name));
  const time = setOnly({ from: timeIn(given.get('from')), to: timeIn(given.get('to')) });
  return {
    page: PAGES.find((name) => name === page) ?? ('' as const),
    days: PERIODS.find((days) => String(days) === given.get('days')) ?? (7 as const),
    rating: oneOf('rating', ['up', 'down']) ?? ('' as const),
    time,
    cases: setOnly({
      refused: oneOf('refused', ['true', 'false']),
      grounded: oneOf('grounded', ['supported', 'partial', 'unsupported']),
      quoted: oneOf('quoted', ['true', 'false']),
      model: given.get('model'),
      ...time,
    }),
    // Correlation id of the open case.
    caseId: page === 'answers' && caseId !== '' ? decoded(caseId) : null,
  };
}

/** @param path A page, or a case in its list. @param narrowed Filter of the list. */
export function qualityHref(
  path: (typeof PAGES)[number] | `answers/${string}`,
  narrowed: object = {},
): string {
  const query = new URLSearchParams(
    Object.entries(setOnly(narrowed)).map(([name, value]) => [name, String(value)]),
  );
  return hrefOf({ view: 'quality', rest: query.size === 0 ? path : `${path}?${query}` });
}

/** As the server accepts it. */
function timeIn(text: string | null): string | undefined {
  const time = new Date(text ?? '');
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
