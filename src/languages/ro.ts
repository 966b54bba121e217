import type { LanguagePack } from './pack.ts';
import { stemRomanian } from './stemmers/romanian.ts';

export const ro: LanguagePack = {
  code: 'ro',
  // The list has the cedilla where today's texts have the comma below.
  stopWords: { lists: ['ron'], respelt: 'ş:ș ţ:ț' },
  stemmer: stemRomanian,
  marks: 'a:ăâ i:î s:ș t:ț',
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
  negations: 'nu n niciodată nici niciun nicio niciunul niciuna nimeni nimic fără',
  units: { '%': 'procent', $: 'dolari', '€': 'euro eur' },
  abbreviations: { always: 'art str pag nr' },
  asks: {
    time: 'când|cand|(?:ce|care) (?:an|dată|zi|lună|secol)|în ce an',
    number: [
      'cât|câți|câte|câtă|ce (?:procent|număr|proporție)',
      'care (?:este|e|era|a fost|sunt|au fost) (?:prețul|costul|costurile|taxa|tariful|venitul|veniturile|vânzările|profitul|pierderea|cheltuielile|suma|totalul|mărimea|dimensiunea|lungimea|înălțimea|greutatea|distanța|populația|vârsta|temperatura|limita|salariul|suprafața|rata)',
    ],
    person: 'cine|cui|pe cine',
    place: 'unde|ce (?:oraș|țară|loc|regiune|stat)',
    reason: 'de ce|din ce (?:cauză|motiv)',
    definition: 'ce (?:este|sunt|înseamnă)',
  },
  asking: {
    words: 'cât câtă câți câte când cum unde cine cui care de ce pot poate trebuie este există vreau',
  },
  interrogatives: 'cine|ce|când|unde|cât|câți',
  conjunctions: { and: 'și', or: 'sau' },
  durationPhrases: 'cât timp',
  countPhrases: 'cât|câți|câte|câtă|numărul de',
  forms: { year: 'în ce an|(?:ce|care) an' },
  cues: { percentage: 'procent\\p{L}*', money: 'euro|dolar\\p{L}*|lei' },
  contentsTitles: 'cuprins',
  comparisons: { joins: 'vs\\.?', words: 'diferen\\p{L}*' },
  writingRequests: { polite: 'te rog|vă rog', openings: 'rezumă|tradu' },
  continues: { openings: 'și|si|dar' },
  goesOn: {
    more: 'mai mult|mai multe|explica|explică|detalii|continuă|ce altceva',
    reason: 'de ce|de ce nu',
    example: 'exemplu|exemple',
    fillers: 'poți|puteți|te rog|vă rog|spune mi|dă mi|un|de|și|ok',
  },
  smallTalk: {
    greetings:
      'salut|bună|buna|bună ziua|buna ziua|bună dimineața|bună seara|ce mai faci|ce faci|ce mai faceți',
    thanks: 'mulțumesc|multumesc|mersi|vă mulțumesc|mulțumesc mult',
    farewells: 'la revedere|pe curând|noapte bună|o zi bună',
    abouts:
      'ce poți face|ce puteți face|ce pot întreba|cine ești|cine sunteți|cum funcționează|ajutor|ce documente ai|ce documente aveți',
    nods: 'ok|bine|da|da vă rog|nu|nu mulțumesc|foarte bine|super|perfect|sigur|înțeleg|am înțeles|interesant|ce|scuze|nu contează',
    doubts:
      'unde scrie asta|unde scrie|de unde știi|care este sursa|care e sursa|sursa|surse|este adevărat|e adevărat|chiar|serios|ești sigur|sunteți sigur|e greșit|este greșit|nu e adevărat|greșit|fals',
    briefs: 'mai scurt|pe scurt|rezumă|rezumat|mai simplu|cu alte cuvinte|tradu',
  },
  replies: {
    toGreeting: 'Bună ziua! Întrebați-mă orice despre documentele din baza de cunoștințe.',
    toThanks: 'Cu plăcere! Întrebați oricând.',
    toFarewell: 'La revedere! Întrebați oricând.',
    toAbout:
      'Răspund la întrebări din documentele bazei de cunoștințe. La fiecare propoziție este indicat unde se află, iar când ele nu conțin răspunsul, o spun. Întrebați cu cuvintele dumneavoastră, câte un lucru pe rând.',
    toNod: 'Puneți următoarea întrebare oricând și numiți în ea despre ce este vorba.',
    toDoubt:
      'Numărul de după fiecare propoziție a unui răspuns duce la sursa lui: documentul, locul și textul însuși. Dacă un răspuns e greșit sau pe lângă subiect, evaluați-l negativ sau întrebați cu alte cuvinte.',
    toBrief:
      'Citez documentele cuvânt cu cuvânt și nu le pot scurta sau reformula. Întrebați despre un singur punct și veți primi propoziția despre el.',
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
        'Nu a fost adăugat încă niciun document din care să se poată răspunde. Adăugați unul și întrebați din nou.',
    },
    beyond: {
      partly: 'Propozițiile fără număr depășesc baza de cunoștințe.',
      wholly: 'Baza de cunoștințe nu tratează acest subiect; cele ce urmează provin din cunoștințe generale.',
      missing: 'Nu se află în baza de cunoștințe:',
    },
  },
};
