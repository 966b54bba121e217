import { createStoredStore } from './store.ts';

const THEMES = ['light', 'dark'] as const;
/** Of the browser's own bars: the paper's colours. */
const BARS = { light: '#faf8f3', dark: '#171613' } as const;
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
  for (const bar of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
    bar.content = BARS[theme ?? (bar.media.includes('dark') ? 'dark' : 'light')];
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
