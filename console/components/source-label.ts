import type { FoundPassage } from '../api/types.ts';
import { t } from '../messages.ts';

/** Title and place of a source in the language of the page: the server writes English. */
export function labelOf({ label, page }: Pick<FoundPassage, 'label' | 'page'>): string {
  const place = `, p. ${page}`;
  if (!label.endsWith(place)) return label;
  return t('{title}, p. {page}', { title: label.slice(0, -place.length), page: String(page) });
}

/** The document of a label, without the place in it. */
export function titleIn(label: string): string {
  return label.replace(/ › .*|, p\. \d+$/s, '');
}
