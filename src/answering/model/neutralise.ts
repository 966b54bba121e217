import { inOneLine, inOtherBrackets } from '../../text/quotation.ts';

/**
 * Makes untrusted text safe for a prompt: without anything that a model's template reads as a change of speaker, that
 * looks like our delimiters or citations, or that is invisible. Such sequences are altered rather than removed, so that
 * the text around them cannot form a new one.
 *
 * @param marker The random part of this prompt's delimiters; null when the caller checks the text for it later.
 */
export function neutralised(text: string, marker: string | null): string {
  let plain = text.toWellFormed().replace(LINE_ENDS, '\n').replace(INVISIBLE, '');
  plain = plain.replace(/⟦/gu, '[').replace(/⟧/gu, ']');
  if (marker !== null) plain = plain.replaceAll(marker, '·');
  // Most passages lack most signs, and testing for the sign alone takes a tenth of the time.
  for (const [sign, token, replacement] of TEMPLATE_TOKENS)
    if (sign.test(plain)) plain = plain.replace(token, replacement);
  return inOtherBrackets(plain);
}

/** The same for a single line: a title, a question. */
export function neutralisedLine(text: string, marker: string | null): string {
  return neutralised(inOneLine(text), marker);
}

const LINE_ENDS = /\r\n?|[\v\f\u0085\u2028\u2029]/gu;
/** Control characters, overrides of the writing direction, and the invisible tag characters that spell out ASCII. */
const INVISIBLE = /[[\p{Cc}--[\n\t]]\u00ad\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gv;

const ROLES = 'human|assistant|system|user|ai|bot|model|developer|tool|chatbot|instructions?';

/**
 * Tokens of common model families' chat templates: a sign that every such token contains, the token, and its
 * replacement. White space is matched in one way only, as two runs side by side would be tried in every division.
 */
const TEMPLATE_TOKENS: readonly (readonly [sign: RegExp, token: RegExp, replacement: string])[] = [
  // ChatML, Llama 3, Phi, GPT-OSS, Command R, Granite, DeepSeek (with full-width bars).
  [/</, /<(?=[|｜])/gu, '< '],
  [/>/, /(?<=[|｜])>/gu, ' >'],
  // Llama 2.
  [/</, /<<(?=\s*(?:\/\s*)?SYS)/giu, '< < '],
  [/>/, /(?<=SYS\s{0,9})>>/giu, '> >'],
  // Llama 2, Mistral, GLM, BERT: names in capitals between brackets.
  [
    /\[/,
    /\[(\s*(?:\/\s*)?(?:INST|SYS|SYSTEM|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS|TOOL_CONTENT|TOOL_CALL|IMG|IMG_BREAK|IMG_END|PREFIX|MIDDLE|SUFFIX|THINK|ARGS|CALL_ID|MODEL_SETTINGS|[gs]?MASK|CLS|SEP|BOS|EOS|PAD|UNK|control_\d{1,4})\s*)\]/giu,
    '($1)',
  ],
  // Gemma, Llama 2, Qwen, and tags that often structure prompts: matched by their start, as they may be nested.
  [
    /</,
    /<(?=\s*(?:\/\s*)?(?:s|bos|eos|unk|pad|mask|sop|eop|(?:start|end|begin)_of_\w{1,20}|im_(?:start|end|sep)|endoftext|(?:antml:)?(?:invoke|parameter|function_(?:calls?|results?))|tools?|tool_(?:calls?|responses?|results?)|think|thinking|reasoning|context|documents?|passages?|questions?|quer(?:y|ies)|answers?|search_results?|prompt|human|assistant|system|user|ai|bot|model|developer|instructions?)(?![\p{L}\p{N}_-]))/giu,
    '(',
  ],
  // Turns as plain text: `\n\nHuman:`, `**System:**`.
  [/[:：]/, new RegExp(`(?<=^|\\n)([\\s>*_#"']{0,20})(${ROLES})([\\s*_]{0,20})[:：]`, 'giu'), '$1$2$3 -'],
  // Alpaca and Vicuna.
  [/##/, new RegExp(`#{2,6}(?=[ \\t]*(?:${ROLES}|response|input|output)\\b)`, 'giu'), '-'],
];
