/**
 * Whether a text is written for a program rather than for its readers: hidden markup, tokens of chat templates, images
 * and links that would act by themselves, orders to an assistant. An answer leaves it out where it can. It finds the
 * common forms, not all.
 */
export function addressesMachine(text: string): boolean {
  return MARKUP.test(text) || ACTIVE_LINK.test(text) || ORDER.test(text);
}

const MARKUP =
  /<!--|<\/?(?:script|iframe|object|embed|context|system|assistant|instructions?)\b|<\||\|>|\bstyle\s*=\s*["'][^"'>]*(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0)/iu;

const ACTIVE_LINK = /!\[[^\]\n]*\]\(\s*(?:https?:)?\/\/|\]\(\s*(?:javascript|vbscript|data):/iu;

const ORDER = new RegExp(
  [
    '(?<!\\p{L})(?:ignore|disregard|forget|override)(?!\\p{L})[^.\\n]{0,60}(?<!\\p{L})(?:instructions?|prompts?|questions?|documents)(?!\\p{L})',
    '(?<!\\p{L})(?:note|notice|message|instructions?|attention)[ :,]{1,3}(?:to |for )?(?:all |any |every )?(?:ai|llms?|language models?|chatbots?|assistants?)(?!\\p{L})',
    '(?<!\\p{L})(?:new|updated|secret|hidden) (?:system )?(?:instructions?|prompts?)\\s*:|(?:^|\\n)\\W*(?:assistant|system)\\s*:',
    '(?<!\\p{L})(?:answer|reply|respond)(?: to)? (?:only|(?:any|every|all) questions?)(?!\\p{L})|(?<!\\p{L})answer to (?:any|every|all) questions?',
    '(?<!\\p{L})you are now (?:in|an?) ',
  ].join('|'),
  'iu',
);
