import { isQuoting } from '../../api/service.ts';
import type { ChatMode } from '../../api/types.ts';

const MODES = [
  ['', 'Standard answers'],
  ['strict', 'Quotes only'],
  ['learning', 'Combine passages'],
  ['open', 'Go beyond the documents'],
] as const satisfies readonly (readonly [ChatMode | '', string])[];

/** Only a language model can go beyond the documents. */
export const OFFERED_MODES: readonly (readonly [ChatMode | '', string])[] = MODES.filter(
  ([mode]) => mode !== 'open' || !isQuoting,
);

/** A conversation's mode if it is still offered, else the default. */
export function offeredMode(mode: ChatMode | null): ChatMode | null {
  return OFFERED_MODES.some(([offered]) => offered === mode) ? mode : null;
}
