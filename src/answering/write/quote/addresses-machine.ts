import { expressionOf, LANGUAGES } from '../../../languages/languages.ts';

/**
 * Whether a text is written for a program rather than for its readers: hidden markup, tokens of chat templates, images
 * and links that would act by themselves, orders to an assistant. An answer leaves it out where it can. It finds the
 * common forms, not all.
 */
export function addressesMachine(text: string): boolean {
  return MARKUP.test(text) || ACTIVE_LINK.test(text) || ROLE_LINE.test(text) || ORDER.test(text);
}

const MARKUP =
  /<!--|<\/?(?:script|iframe|object|embed|context|system|assistant|instructions?)\b|<\||\|>|\bstyle\s*=\s*["'][^"'>]*(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0)/iu;

const ACTIVE_LINK = /!\[[^\]\n]*\]\(\s*(?:https?:)?\/\/|\]\(\s*(?:javascript|vbscript|data):/iu;

/** A line of a chat. */
const ROLE_LINE = /(?:^|\n)\W*(?:assistant|system)\s*:/iu;

const ORDER = expressionOf(LANGUAGES, ({ machineOrders }) => machineOrders, { after: '', flags: 'iu' });
