import type { ComponentChild } from 'preact';
import type GERMAN from './messages/de.json';

type Catalogue = typeof GERMAN;

/** A message that has a form for each plural category of a language. */
type Counted = { [M in keyof Catalogue]: Catalogue[M] extends string ? never : M }[keyof Catalogue];

/** A message in English, which every catalogue translates. */
export type Message = Exclude<keyof Catalogue, Counted>;

/** The names in braces. */
type FieldsOf<M extends string> = M extends `${string}{${infer Name}}${infer Rest}`
  ? Name | FieldsOf<Rest>
  : never;
/** A message without values. */
export type Plain = { [M in Message]: [FieldsOf<M>] extends [never] ? M : never }[Message];
type ValuesOf<M extends string, V> = [FieldsOf<M>] extends [never]
  ? []
  : [values: Readonly<Record<FieldsOf<M>, V>>];

type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

/** The languages that can be chosen, each in its own words. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
type Language = keyof typeof LANGUAGES;

/** Written from right to left, messages in brackets: shows what is not in the catalogue. For tests. */
const PSEUDO = 'ar-XB';
const STORED_AS = 'docent.language';

/** The language of the page. Another one takes effect when the page is loaded. */
export const language: Language | typeof PSEUDO = chosenLanguage();

/** The tag by which numbers, dates and lists are written. */
export const locale = preferredTags().find((tag) => primaryOf(tag) === language) ?? language;

const catalogue = await loadCatalogue();
const RULES = new Intl.PluralRules(language === PSEUDO ? 'en' : locale);
const NUMBER = new Intl.NumberFormat(locale);
const AND = new Intl.ListFormat(locale, { type: 'conjunction' });

if (typeof document !== 'undefined') {
  document.documentElement.lang = language;
  document.documentElement.dir = language === PSEUDO ? 'rtl' : 'ltr';
}

/** The message in the language of the page. Numbers are written as that language writes them. */
export function t<M extends Message>(message: M, ...[values]: ValuesOf<M, string | number>): string {
  return fill(translated(message), values).join('');
}

/** A message with elements in it. */
export function rich<M extends Message>(
  message: M,
  ...[values]: ValuesOf<M, ComponentChild>
): ComponentChild[] {
  return fill(translated(message), values);
}

/**
 * A message about `count` things.
 *
 * @param one In English, for one of them.
 * @param other In English, for any other number; the catalogues know the message by it.
 */
export function plural<M extends Counted>(
  count: number,
  [one, other]: readonly [one: string, other: M],
  values: Readonly<Record<string, string | number>> = {},
): string {
  const known = catalogue[other];
  const forms: Forms = typeof known === 'object' ? known : { one, other };
  return fill(forms[RULES.select(count)] ?? forms.other, { count, ...values }).join('');
}

/** `a, b and c`. */
export function listed(items: readonly string[]): string {
  return AND.format(items);
}

/** Loads the page again in this language. */
export function chooseLanguage(chosen: Language): void {
  localStorage.setItem(STORED_AS, chosen);
  location.reload();
}

function translated(message: string): string {
  const known = catalogue[message];
  return typeof known === 'string' ? known : message;
}

function fill<V>(message: string, values: Readonly<Record<string, V>> = {}): (V | string)[] {
  // Every second part is a name.
  return message.split(/\{(\w+)\}/).map((part, i) => {
    if (i % 2 === 0) return language === PSEUDO && part !== '' ? `⟦${part}⟧` : part;
    const value = values[part] ?? '';
    return typeof value === 'number' ? NUMBER.format(value) : value;
  });
}

function chosenLanguage(): typeof language {
  let stored: string | null = null;
  try {
    stored = localStorage.getItem(STORED_AS);
  } catch {
    // No storage: the browser's language decides.
  }
  if (stored === PSEUDO) return PSEUDO;
  return [stored ?? '', ...preferredTags()].map(primaryOf).find(isLanguage) ?? 'en';
}

/** As the browser's settings have them; none on a server, where tests run. */
function preferredTags(): readonly string[] {
  return typeof document === 'undefined' ? [] : navigator.languages;
}

function primaryOf(tag: string): string {
  return tag.split('-', 1)[0]!.toLowerCase();
}

function isLanguage(code: string): code is Language {
  return Object.hasOwn(LANGUAGES, code);
}

/** English is in the code. When the catalogue cannot be loaded, it stays so. */
async function loadCatalogue(): Promise<Readonly<Record<string, string | Forms>>> {
  if (language === 'en' || language === PSEUDO) return {};
  return await fetch(`/console/${language}.json`, { credentials: 'omit' })
    .then((reply) => (reply.ok ? reply.json() : {}))
    .catch(() => ({}));
}
