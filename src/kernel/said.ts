/**
 * A text for people. It is written in English, and each language has its own version of the message; the values that
 * go into it are apart.
 */
export type Said =
  | string
  | {
      /** With `{0}`, `{1}` and so on where the values go. */
      readonly message: string;
      /** A text among them is in the language of the message, where that is known. */
      readonly values: readonly (Said | number)[];
    };

/** The text with these values: said`It has ${3} pages.` is the message `It has {0} pages.` */
export function said(parts: TemplateStringsArray, ...values: readonly (Said | number)[]): Said {
  return { message: parts.reduce((message, part, i) => `${message}{${i - 1}}${part}`), values };
}

/** `a or b or c`. @param texts At least one. */
export function eitherOf(texts: readonly Said[]): Said {
  return texts.reduce((before, text) => said`${before} or ${text}`);
}

/** The text in the language that `translated` knows messages in; an unknown one it leaves as it is. */
export function inLanguage(text: Said | number, translated: (message: string) => string): string {
  if (typeof text !== 'object') return translated(String(text));
  const { message, values } = text;
  return translated(message).replaceAll(/\{(\d+)\}/g, (name, i) => inLanguage(values[i] ?? name, translated));
}

export function inEnglish(text: Said): string {
  return inLanguage(text, (message) => message);
}
