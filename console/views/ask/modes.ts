import { isQuoting } from '../../api/service.ts';
import type { ChatMode } from '../../api/types.ts';
import { t } from '../../messages.ts';

/** A way to answer, in words: what it is called, and what it does. */
interface Mode {
  readonly mode: ChatMode;
  readonly label: string;
  readonly detail: string;
}

const QUOTING: readonly Mode[] = [
  { mode: 'strict', label: t('One passage'), detail: t('Quotes the passage that answers best') },
  { mode: 'learning', label: t('Several passages'), detail: t('Quotes all passages that answer') },
];

const WRITING: readonly Mode[] = [
  { mode: 'strict', label: t('Close to the text'), detail: t('Says only what single passages say') },
  { mode: 'learning', label: t('From the documents'), detail: t('Combines what passages say') },
  {
    mode: 'open',
    label: t('General knowledge too'),
    detail: t('Adds what the documents leave open, and says so'),
  },
];

/** Those that work in this set-up: without a language model, answers are quotations. */
export const MODES = isQuoting ? QUOTING : WRITING;

/** What a mode is called, even where it is no longer offered. */
export function modeName(mode: ChatMode): string {
  return [...MODES, ...WRITING].find((known) => known.mode === mode)!.label;
}

/** The same as choices, after the server's default. */
export const OFFERED_MODES: readonly (readonly [ChatMode | '', string])[] = [
  ['', t('Standard answer')],
  ...MODES.map(({ mode, label }) => [mode, label] as const),
];

/** A conversation's mode if it is still offered, else the default. */
export function offeredMode(mode: ChatMode | null): ChatMode | null {
  return OFFERED_MODES.some(([offered]) => offered === mode) ? mode : null;
}
