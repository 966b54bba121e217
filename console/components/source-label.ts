import type { FoundPassage } from '../api/types.ts';
import { t } from '../messages.ts';

/**
 * Title and place of a source in the language of the page: the server writes English.
 *
 * @param unitsMax UTF-16 units; what is longer is cut before the page.
 */
export function labelOf(
  { label, page }: Pick<FoundPassage, 'label' | 'page'>,
  unitsMax = Number.POSITIVE_INFINITY,
): string {
  const place = `, p. ${page}`;
  if (!label.endsWith(place)) return cut(label, unitsMax);
  const title = cut(label.slice(0, -place.length), unitsMax - place.length);
  return t('{title}, p. {page}', { title, page: String(page) });
}

function cut(text: string, unitsMax: number): string {
  return text.length <= unitsMax ? text : `${text.slice(0, unitsMax).replace(/[\s›,…]+\S*$/, '')} …`;
}

/** The document of a label, without the place in it. */
export function titleIn(label: string): string {
  return label.replace(/ › .*|, p\. \d+$/s, '');
}

/** What the label does not say: the page, and the last heading. */
export function placeOf({ label, page, section }: FoundPassage): string {
  const heading = section?.split(' › ').at(-1);
  return [
    page !== null && page !== undefined && !label.endsWith(`p. ${page}`) && t('Page {page}', { page }),
    heading && !label.includes(heading) && heading,
  ]
    .filter((part) => part !== false && part !== undefined && part !== '')
    .join(' · ');
}
