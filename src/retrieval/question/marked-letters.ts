import { analyze } from '../analysis/analyzer.ts';
import { stemmerOf } from '../analysis/stemmer.ts';

/** Most letters that lack their marks, and most spellings that are tried. */
const LETTERS_MAX = 4;
const SPELLINGS_MAX = 200;
/** Of a longer word, in UTF-16 units, nobody left out just a few marks. */
const WORD_UNITS_MAX = 32;

/**
 * The spellings of a word that was typed without the marks of its language: `cancelación` for `cancelacion`, `щётка` for
 * `щетка`, `إلغاء` for `الغاء`, `kündigung` for `kuendigung`. Those with the fewest changed letters come first; the word
 * itself is left out.
 *
 * @param word Lower case.
 * @param language ISO 639-1; a language whose letters have no marks has no such spellings.
 */
export function markedSpellings(word: string, language: string): string[] {
  const marked = word.length > WORD_UNITS_MAX ? [] : (MARKED[language] ?? []);
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

/** Lower case, without the marks that are left out in haste: `ş` is `s`, `ё` is `е`. */
export function withoutMarks(word: string): string {
  const letters = word.normalize('NFKC').toLowerCase().normalize('NFD');
  return letters
    .replace(/(?<=[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}])\p{Mn}+/gu, '')
    .normalize('NFC')
    .replaceAll('ı', 'i')
    .replaceAll('ł', 'l');
}

/** Where `part` is in `text`, from an offset on. */
function placesOf(part: string, text: string, from: number): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(part, from); at !== -1; at = text.indexOf(part, at + 1)) places.push(at);
  return places;
}

/** What is typed, then the letters that it may stand for. */
const MARKED: Readonly<Record<string, readonly (readonly [typed: string, ...meant: string[]])[]>> =
  Object.fromEntries(
    Object.entries({
      ar: 'ا:أإآ ه:ة ي:ى ة:ه ى:ي',
      ca: 'a:à e:éè i:íï o:óò u:úü c:ç',
      cs: 'a:á e:éě i:í o:ó u:úů y:ý c:č d:ď n:ň r:ř s:š t:ť z:ž',
      da: 'ae:æ oe:ø aa:å a:å o:ø',
      de: 'ae:ä oe:ö ue:ü ss:ß a:ä o:ö u:ü',
      el: 'α:ά ε:έ η:ή ι:ί ο:ό υ:ύ ω:ώ',
      es: 'a:á e:é i:í o:ó u:úü n:ñ',
      fi: 'a:ä o:ö',
      fr: 'a:àâ e:éèê i:îï o:ô u:ùûü c:ç oe:œ',
      hu: 'a:á e:é i:í o:óöő u:úüű',
      it: 'a:à e:èé i:ì o:ò u:ù',
      no: 'ae:æ oe:ø aa:å a:å o:ø',
      pl: 'a:ą c:ć e:ę l:ł n:ń o:ó s:ś z:żź',
      pt: 'a:ãáâà e:éê i:í o:óõô u:ú c:ç',
      ro: 'a:ăâ i:î s:ș t:ț',
      ru: 'е:ё ё:е',
      sv: 'a:äå o:ö',
      tr: 'c:ç g:ğ i:ı ı:i o:ö s:ş u:ü',
    }).map(([language, pairs]) => [
      language,
      pairs.split(' ').map((pair) => {
        const [typed = '', meant = ''] = pair.split(':');
        return [typed, ...meant] as const;
      }),
    ]),
  );
