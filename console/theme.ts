import { createStoredStore } from './store.ts';

const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const darkSystem = matchMedia('(prefers-color-scheme: dark)');

/** What was chosen on this page; null goes by the system. */
const chosen = createStoredStore<Theme | null>('docent.theme', null, {
  storage: localStorage,
  read: (stored) => THEMES.find((theme) => theme === stored),
});

/** Shows the page in the chosen theme, from the first picture on. */
export function applyTheme(): void {
  const theme = chosen.get();
  if (theme) document.documentElement.dataset.theme = theme;
}

export function shownTheme(): Theme {
  return chosen.get() ?? (darkSystem.matches ? 'dark' : 'light');
}

export function toggleTheme(): void {
  chosen.set(shownTheme() === 'dark' ? 'light' : 'dark');
  applyTheme();
}
