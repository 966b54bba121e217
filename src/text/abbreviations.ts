import { endsIn } from './ends-in.ts';

const set = (words: string) => new Set(words.split(' '));

/** Words whose full stop never ends a sentence, lower case, without it; `e.g.` is looked up as `e.g`. */
const ALWAYS = set(
  'v mr mrs ms mx dr prof rev hon gen col lt sgt capt cmdr sen rep gov pres messrs st ste mt ft vs viz cf e.g i.e eg ie ' +
    'approx esp incl resp ibid al figs eqs refs secs vols nos ' +
    'bzw z.b d.h u.a s.o s.u sog ggf evtl vgl hrsg inkl zzgl ca dipl ing str ' +
    'mme mlle sra srta ud uds dña dott sigg sig dhr mevr bijv o.a t.o.v pl.a bl.a f.eks т.е т.д т.п т.к г ул им проф ' +
    'örn vb δηλ π.χ κ nr núm pág págs cap art abs рис стр гл',
);

/** Words whose full stop does not end a sentence when a number follows: `no. 5`, `Jan. 5`. */
const BEFORE_NUMBER = set(
  'no nos fig sec sect eq ref p pp vol ch chap tab table par para art ex ext app col line ver v bd s kap abb ps jan feb mar apr ' +
    'may jun jul aug sep sept oct nov dec c ca т с № n',
);

/** A number, or a code such as `EL-22` or `A7`. */
const CODE = /^(?:\p{N}|\p{Lu}{1,4}-?\p{N})/u;

/** Nouns that follow a German or Nordic ordinal: `am 5. Mai`, `im 19. Jahrhundert`. */
const AFTER_ORDINAL =
  /^(?:januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|desember|jahrhundert|århundre|klasse|auflage|kapitel|platz|ocak|şubat|mart|nisan|mayıs|haziran|temmuz|ağustos|eylül|ekim|kasım|aralık|yüzyıl)/i;

const INITIAL = /(?<=(?:^|\.)\p{Lu}\p{M}*)/uy;

/**
 * Whether a full stop belongs to the word before it.
 *
 * @param before The word that ends at the full stop, inner full stops included.
 * @param after The beginning of what follows the white space.
 */
export function isAbbreviation(before: string, after: string): boolean {
  // An initial (`J. Smith`), also the last of several (`U.S. Army`).
  if (endsIn(before, INITIAL)) return true;
  const word = before.toLowerCase();
  if (ALWAYS.has(word)) return true;
  if (CODE.test(after) && BEFORE_NUMBER.has(word)) return true;
  return /^\d{1,2}$/.test(before) && AFTER_ORDINAL.test(after);
}
