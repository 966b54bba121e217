import { createStoredStore } from './store.ts';

const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const darkSystem = matchMedia('(prefers-color-scheme: dark)');

/** The theme chosen on this page; null follows the system. */
export const chosenTheme = createStoredStore<Theme | null>('docent.theme', null, {
  storage: localStorage,
  read: (stored) => THEMES.find((theme) => theme === stored),
});

/** Applies the chosen theme from the first paint on. */
export function applyTheme(): void {
  const theme = chosenTheme.get();
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}

// In this tab, or in another.
chosenTheme.subscribe(applyTheme);

export function shownTheme(): Theme {
  return chosenTheme.get() ?? (darkSystem.matches ? 'dark' : 'light');
}

export function toggleTheme(): void {
  chosenTheme.set(shownTheme() === 'dark' ? 'light' : 'dark');
}
