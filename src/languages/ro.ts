import type { LanguagePack } from './pack.ts';
import { stemRomanian } from './stemmers/romanian.ts';

export const ro: LanguagePack = {
  code: 'ro',
  diacritics: 'a:ăâ i:î s:ș t:ț',
  // The list has the cedilla where today's texts have the comma below.
  stopWords: { lists: ['ron'], respelt: 'ş:ș ţ:ț' },
  stemmer: stemRomanian,
  conjunctions: { and: 'și', or: 'sau' },
  negations: 'nu n niciodată nici niciun nicio niciunul niciuna nimeni nimic fără',
  abbreviations: { always: 'art str pag nr' },
  numerals: {
    2: 'doi două',
    3: 'trei',
    4: 'patru',
    5: 'cinci',
    6: 'șase şase',
    7: 'șapte şapte',
    8: 'opt',
    9: 'nouă',
    10: 'zece',
    11: 'unsprezece',
    12: 'doisprezece',
    20: 'douăzeci',
    30: 'treizeci',
    40: 'patruzeci',
    50: 'cincizeci',
    100: 'sută',
  },
  quantities: 'sute mie mii milion milioane miliard miliarde jumătate treime sfert',
  timeWords: 'secol secolul deceniu an anul ani lună luni',
  units: { '%': 'procent', $: 'dolari', '€': 'euro eur' },
  questionTypes: {
    time: 'când|cand|(?:ce|care) (?:an|dată|zi|lună|secol)|în ce an',
    number: [
      'cât|câți|câte|câtă|ce (?:procent|număr|proporție)',
      'care (?:este|e|era|a fost|sunt|au fost) (?:prețul|costul|costurile|taxa|tariful|venitul|veniturile|vânzările|profitul|pierderea|cheltuielile|suma|totalul|mărimea|dimensiunea|lungimea|înălțimea|greutatea|distanța|populația|vârsta|temperatura|limita|salariul|suprafața|rata)',
    ],
    person: 'cine|cui|pe cine',
    place: 'unde|ce (?:oraș|țară|loc|regiune|stat)',
    reason: 'de ce|din ce (?:cauză|motiv)',
  },
  interrogatives: 'cine|ce|când|unde|cât|câți',
  fillers: 'care ce cine cui cum când cât câte câtă câți de este există poate pot trebuie unde vreau',
  comparisons: { joins: 'vs\\.?', words: 'diferen\\p{L}*' },
  writingRequests: { polite: 'te rog|vă rog', openings: 'rezumă|tradu' },
  continuations: { openings: 'și|si|dar' },
  elaborations: 'multe explica explică detalii continuă exemplu exemple poți puteți spune',
  smallTalk: {
    greetings: 'salut|bună|buna|bună ziua|buna ziua|bună dimineața|bună seara|ce mai faci|ce mai faceți',
    thanks: 'mulțumesc|multumesc|mersi|vă mulțumesc|mulțumesc mult',
    farewells: 'la revedere|pe curând|noapte bună|o zi bună',
    help: 'ce poți face|ce puteți face|ce pot întreba|cine ești|cine sunteți|cum funcționează|ajutor|ce documente ai|ce documente aveți',
    remarks:
      'ok|bine|da|da vă rog|nu|nu mulțumesc|foarte bine|perfect|sigur|înțeleg|am înțeles|scuze|serios|este adevărat|e adevărat|ești sigur|sunteți sigur|e greșit|nu e adevărat|unde scrie asta|care este sursa|nu contează',
    rewrites: 'mai scurt|pe scurt|rezumă|rezumat|mai simplu|cu alte cuvinte|tradu asta',
  },
  replies: {
    toGreeting: 'Bună ziua! Întrebați-mă orice despre documentele din baza de cunoștințe.',
    toThanks: 'Cu plăcere.',
    toFarewell: 'La revedere.',
    toHelp:
      'Răspund la întrebări din documentele bazei de cunoștințe și arăt sursa fiecărei propoziții. Dacă documentele nu conțin răspunsul, o spun. Întrebați cu cuvintele dumneavoastră, câte un lucru pe rând.',
    toRemark:
      'Numărul de după fiecare propoziție duce la sursa ei. Pentru a continua, puneți o întrebare care numește despre ce este vorba.',
    aboutTopic: 'Ce trebuie să știu despre „{topic}”?',
    refusal: {
      unwritten:
        'Citez documente; fără un model lingvistic nu pot rezuma, traduce sau redacta. Întrebați despre un singur punct sau citiți documentele în sine.',
      unsure: 'Nu am găsit un răspuns sigur la această întrebare. Aceste pasaje pot ajuta.',
      unsupported:
        'Nimic din baza de cunoștințe nu susține un răspuns la această întrebare. Încercați alte cuvinte, întrebați câte un lucru pe rând sau adăugați un document care tratează subiectul.',
      unclear:
        'Nimic din baza de cunoștințe nu susține un răspuns la această întrebare, așa cum am înțeles-o. Puneți-o din nou întreagă, numind despre ce este vorba, sau adăugați un document care tratează subiectul.',
      exhausted:
        'Baza de cunoștințe nu spune nimic mai mult despre aceasta. Întrebați despre un singur punct sau adăugați un document care îl tratează.',
      empty:
        'Nu există niciun document din care să se poată răspunde. Adăugați unul sau verificați filtrul și drepturile de acces, apoi întrebați din nou.',
    },
    beyond: {
      partly: 'Propozițiile fără număr depășesc baza de cunoștințe.',
      wholly: 'Baza de cunoștințe nu tratează acest subiect; cele ce urmează provin din cunoștințe generale.',
      missing: 'Nu se află în baza de cunoștințe:',
    },
  },
};
