import { createStore } from './store.ts';

/** The current location: `#/ask/3` is `{ view: 'ask', rest: '3' }`. */
export interface Place {
  readonly view: string;
  readonly rest: string;
}

export const place = createStore<Place>(placeOf(location.hash));

addEventListener('hashchange', () => place.set(placeOf(location.hash)));

/** Slashes and queries in `rest` stay readable. */
export function hrefOf({ view, rest = '' }: { view: string; rest?: string }): string {
  return rest === '' ? `#/${view}` : `#/${view}/${encodeURI(rest).replaceAll('#', '%23')}`;
}

/** The page of a document. */
export function documentHref(docId: string): string {
  return hrefOf({ view: 'documents', rest: docId });
}

/** Navigates; `replacing` drops the current location from the history. */
export function goTo(target: { view: string; rest?: string }, { replacing = false } = {}): void {
  const href = hrefOf(target);
  if (href === location.hash) return;
  if (replacing) history.replaceState(null, '', href);
  else history.pushState(null, '', href);
  place.set(placeOf(href));
}

function placeOf(hash: string): Place {
  const [, view = '', rest = ''] = /^#\/([^/]*)(?:\/(.*))?$/.exec(hash) ?? [];
  try {
    return { view, rest: decodeURIComponent(rest) };
  } catch {
    return { view, rest: '' };
  }
}
