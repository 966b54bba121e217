/**
 * Whether a lower-case word negates a statement. If the language is known only its own words count, since many are
 * common words in another language (Portuguese `no`, Italian `mai`, Vietnamese `na`).
 *
 * @param language ISO 639-1; null when unknown: any of the languages below.
 */
export function isNegation(word: string, language: string | null): boolean {
  if (((language === null ? undefined : NEGATIONS[language]) ?? UNMISTAKABLE).has(word)) return true;
  if (language === 'tr') return TURKISH_NEGATIVE.test(word);
  if (language === 'ko') return /않|없|아니/u.test(word);
  return /n['’]t$/u.test(word);
}

/**
 * Negations of scripts without spaces, which alignment keeps as one token. Words that only look like them are excluded.
 */
export const UNSPACED_NEGATION =
  '(?<!特)(?<!区)(?<!分)(?<!级)(?<!級)(?<!类)(?<!類)(?<!性)(?<!个)别(?![人的墅名])|[不没沒無勿]|非(?![洲常])|无(?!论|線|线)|無(?!論)|未(?!来|來)|ไม่|มิ(?=ได้|ใช่)|ไร้|ません|ない|なかった';

/** `-ma-`, `-me-` and `-maz` before the ending of a verb: `yapılmadı`, `gelmez`, `bilmiyor`. */
const TURKISH_NEGATIVE =
  /\p{L}{2}m[ae](?:d[ıi]|m[ıi][şs]|yor|z|yacak|yecek|yan|yen|d[ae]n)\p{L}*$|\p{L}{2}m[ıiuü]yor\p{L}*$/u;

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

const NEGATIONS: Readonly<Record<string, ReadonlySet<string>>> = {
  en: words('no not never none nor neither nobody nothing nowhere without cannot hardly barely'),
  de: words('nicht nichts kein keine keinen keinem keiner keines nie niemals niemand nirgends weder ohne'),
  es: words('no nunca jamás ni ningún ninguna ninguno ningunos ningunas nadie nada tampoco sin'),
  ro: words('nu n niciodată nici niciun nicio niciunul niciuna nimeni nimic fără'),
  ru: words('не нет ни никогда никто ничто ничего нельзя невозможно без нету'),
  uk: words('не ні ніколи ніхто ніщо нічого немає без'),
  el: words('δεν δε μη μην ποτέ κανένας κανείς κανένα καμία καμιά κανέναν τίποτα ούτε χωρίς όχι δίχως'),
  tr: words('değil değildir değildi değiller yok yoktur yoktu hayır hiç hiçbir asla olmadan olmaksızın'),
  ar: words('لا لم لن ليس ليست ليسوا غير بدون دون ولا ولم ولن وليس فلا فلم ألا بلا عدم'),
  fa: words('نه نیست نیستند نبود بدون هیچ هرگز'),
  hi: words('नहीं न मत कभी बिना नही बगैर'),
  vi: words('không chưa chẳng đừng chả'),
  fr: words('pas jamais aucun aucune rien personne ni sans non nul nulle'),
  it: words('non né mai nessun nessuno nessuna niente nulla senza'),
  pt: words('não nunca jamais nenhum nenhuma ninguém nada nem sem'),
  nl: words('niet niets geen nooit niemand nergens noch zonder'),
  pl: words('nie nigdy żaden żadna żadne nikt nic ani bez'),
  ko: words('안 못'),
  id: words('tidak bukan belum jangan tanpa'),
  sv: words('inte ej icke ingen inget inga aldrig utan'),
};

/** For a text whose language is unknown or has no list. */
const UNMISTAKABLE: ReadonlySet<string> = new Set(
  Object.values(NEGATIONS)
    .flatMap((list) => [...list])
    .filter(
      (word) => !/^(?:mai|ne|nu|ni|nul|nulle|nada|nimic|bez|non|rien|personne|sans|sem|sin|nem)$/.test(word),
    ),
);
