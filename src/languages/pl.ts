import type { LanguagePack } from './pack.ts';
import { stemPolish } from './stemmers/polish.ts';

export const pl: LanguagePack = {
  code: 'pl',
  diacritics: 'a:ą c:ć e:ę l:ł n:ń o:ó s:ś z:żź',
  stopWords: { lists: ['pol'] },
  stemmer: stemPolish,
  conjunctions: { and: 'i|oraz', or: 'lub|czy', but: 'ale' },
  negations: 'nie nigdy żaden żadna żadne nikt nic ani bez',
  abbreviations: { always: 'np tzn tj str ul nr' },
  numerals: {
    2: 'dwa dwie dwóch dwoje',
    3: 'trzy trzech',
    4: 'cztery czterech',
    5: 'pięć pięciu',
    6: 'sześć sześciu',
    7: 'siedem siedmiu',
    8: 'osiem ośmiu',
    9: 'dziewięć',
    10: 'dziesięć dziesięciu',
    11: 'jedenaście',
    12: 'dwanaście',
    13: 'trzynaście',
    14: 'czternaście',
    15: 'piętnaście',
    20: 'dwadzieścia',
    30: 'trzydzieści',
    40: 'czterdzieści',
    50: 'pięćdziesiąt',
    100: 'sto',
  },
  quantities: 'tysiąc tysiące tysięcy milion miliony milionów miliard połowa',
  timeWords: 'wiek wieku dekada rok roku lata lat miesiąc miesiące miesięcy',
  units: { '%': 'procent', '€': 'euro eur' },
  questionTypes: {
    time: 'kiedy|(?:którym|jakim) (?:roku|wieku|dniu|miesiącu)',
    number: 'ile|ilu|jaki (?:procent|odsetek)',
    person: 'kto|kogo|komu|^kim',
    place: 'gdzie',
    reason: 'dlaczego|czemu',
  },
  interrogatives: 'kto|kiedy|gdzie',
  fillers:
    'chcę czemu czy często dlaczego dostanę długo gdzie ile ilu jak jaka jaki jakich jakie kiedy kogo komu kto mogę może można muszę należy proszę trzeba',
  comparisons: { joins: 'vs\\.?' },
  writingRequests: { polite: 'proszę', openings: 'streść|przetłumacz' },
  continuations: { openings: 'a|ale|i', pronouns: 'tam|jego|jej|ich|tego|temu' },
  elaborations:
    'więcej dokładniej wyjaśnić wyjaśnij rozwinąć szczegółów kontynuuj przykład przykłady dlaczego czemu możesz podaj daj powiedz',
  smallTalk: {
    greetings: 'cześć|dzień dobry|dobry wieczór|witam|co słychać',
    thanks: 'dziękuję|dzięki|dziękuję bardzo|wielkie dzięki',
    farewells: 'do widzenia|na razie|do zobaczenia|dobranoc',
    help: 'co potrafisz|co możesz zrobić|o co mogę zapytać|kim jesteś|czym jesteś|jak to działa|pomoc|pomóż mi|jakie masz dokumenty',
    remarks:
      'ok|dobrze|tak|tak proszę|nie|nie dziękuję|świetnie|jasne|rozumiem|przepraszam|naprawdę|czy to prawda|na pewno|jesteś pewien|to nieprawda|gdzie to jest napisane|jakie jest źródło|nieważne',
    rewrites:
      'krócej|krócej proszę|w skrócie|streść to|podsumuj|podsumowanie|prościej|innymi słowami|przetłumacz to',
  },
  replies: {
    toGreeting: 'Dzień dobry! Proszę pytać o dokumenty z bazy wiedzy.',
    toThanks: 'Proszę bardzo.',
    toFarewell: 'Do widzenia.',
    toHelp:
      'Odpowiadam na pytania na podstawie dokumentów z bazy wiedzy i podaję źródło każdego zdania. Jeśli dokumenty nie zawierają odpowiedzi, mówię o tym. Proszę pytać własnymi słowami, o jedną rzecz naraz.',
    toRemark:
      'Numer po każdym zdaniu prowadzi do jego źródła. Aby kontynuować, proszę zadać pytanie, które mówi, czego dotyczy.',
    aboutTopic: 'Co warto wiedzieć na temat „{topic}”?',
    refusal: {
      unwritten:
        'Cytuję dokumenty; bez modelu językowego nie mogę streszczać, tłumaczyć ani pisać. Proszę zapytać o jeden punkt albo przeczytać same dokumenty.',
      unsure: 'Nie udało się znaleźć pewnej odpowiedzi na to pytanie. Te fragmenty mogą pomóc.',
      unsupported:
        'Nic w bazie wiedzy nie potwierdza odpowiedzi na to pytanie. Spróbuj użyć innych słów, pytaj o jedną rzecz naraz albo dodaj dokument na ten temat.',
      unclear:
        'Nic w bazie wiedzy nie potwierdza odpowiedzi na to pytanie tak, jak je rozumiem. Proszę zadać je jeszcze raz w całości i wymienić, czego dotyczy, albo dodać dokument na ten temat.',
      exhausted:
        'Baza wiedzy nie mówi o tym nic więcej. Proszę zapytać o jeden punkt albo dodać dokument na ten temat.',
      empty:
        'Nie ma dokumentu, z którego można by odpowiedzieć. Dodaj dokument albo sprawdź filtr i swoje uprawnienia, a potem zapytaj ponownie.',
    },
    beyond: {
      partly: 'Zdania bez numeru wykraczają poza bazę wiedzy.',
      wholly: 'Baza wiedzy tego nie obejmuje; poniższa odpowiedź pochodzi z wiedzy ogólnej.',
      missing: 'Brak w bazie wiedzy:',
    },
  },
};
