import { packOf } from '../languages/languages.ts';
import { analyze } from './analyzer.ts';
import { stemmerOf } from './stemmer.ts';

/** Maximum letters that lack their marks, and most spellings that are tried. */
const LETTERS_MAX = 4;
const SPELLINGS_MAX = 200;
/** Of a longer word, in UTF-16 units, nobody left out just a few marks. */
const WORD_UNITS_MAX = 32;

/**
 * The spellings of a word that was typed without the marks of its language: `cancelación` for `cancelacion`, `щётка` for
 * `щетка`, `إلغاء` for `الغاء`, `kündigung` for `kuendigung`. Those with the minimum of changed letters come first; the word
 * itself is left out.
 *
 * @param word Lower case.
 * @param language ISO 639-1; a language whose letters have no marks has no such spellings.
 */
export function markedSpellings(word: string, language: string): string[] {
  const marked = word.length > WORD_UNITS_MAX ? [] : marksOf(language);
  const spellings: string[] = [];
  let last = [{ text: word, from: 0 }];
  for (let letters = 0; letters < LETTERS_MAX && last.length > 0; letters++) {
    last = last
      .flatMap(({ text, from }) =>
        marked.flatMap(([typed, ...meant]) =>
          placesOf(typed, text, from).flatMap((at) =>
            meant.map((letter) => ({
              text: text.slice(0, at) + letter + text.slice(at + typed.length),
              from: at + letter.length,
            })),
          ),
        ),
      )
      .slice(0, SPELLINGS_MAX - spellings.length);
    spellings.push(...last.map(({ text }) => text));
  }
  return spellings;
}

/**
 * The corpus word that was typed without its marks. Or the word itself by the rules for texts of unknown language: those
 * of a table have too few words to tell it.
 */
export function unmarkedReading(
  { surface, language }: { readonly surface: string; readonly language: string },
  isKnown: (term: string) => boolean,
): string | undefined {
  const [whole, ...parts] = analyze(surface, null);
  if (whole?.kind === 'word' && parts.length === 0 && isKnown(whole.term)) return whole.term;
  // The stemmer alone: so many spellings would push the words of documents out of the memory of word forms.
  const stem = stemmerOf(language);
  return markedSpellings(surface.normalize('NFKC').toLowerCase(), language).map(stem).find(isKnown);
}

/** Where `part` is in `text`, from an offset on. */
function placesOf(part: string, text: string, from: number): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(part, from); at !== -1; at = text.indexOf(part, at + 1)) places.push(at);
  return places;
}

/** What is typed, and the letters that it may stand for. */
type Marks = readonly (readonly [typed: string, ...meant: string[]])[];

function marksOf(language: string): Marks {
  const pairs = packOf(language)?.diacritics?.split(' ') ?? [];
  return pairs.map((pair) => {
    const [typed = '', meant = ''] = pair.split(':');
    return [typed, ...meant] as const;
  });
}
