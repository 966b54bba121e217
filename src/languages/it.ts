import type { LanguagePack } from './pack.ts';

export const it: LanguagePack = {
  code: 'it',
  diacritics: 'a:à e:èé i:ì o:ò u:ù',
  stopWords: { lists: ['ita'] },
  stemmer: 'italian',
  conjunctions: { and: 'e|ed', or: 'o', but: 'ma|mentre' },
  negations: 'non né mai nessun nessuno nessuna niente nulla senza',
  abbreviations: { always: 'dott sig sigg art cap pag' },
  numerals: {
    2: 'due',
    3: 'tre',
    4: 'quattro',
    5: 'cinque',
    7: 'sette',
    8: 'otto',
    9: 'nove',
    10: 'dieci',
    11: 'undici',
    12: 'dodici',
    13: 'tredici',
    14: 'quattordici',
    15: 'quindici',
    20: 'venti',
    30: 'trenta',
    40: 'quaranta',
    50: 'cinquanta',
    60: 'sessanta',
    70: 'settanta',
    80: 'ottanta',
    90: 'novanta',
    100: 'cento',
  },
  quantities: 'sei mille mila milione milioni miliardo miliardi metà terzo quarto doppio',
  ordinalSuffixes: 'º ª .º .ª',
  timeWords: 'secolo decennio anno anni mese mesi',
  units: { $: 'dollaro dollari', '€': 'euro eur' },
  questionTypes: {
    time: '(?:in )?(?:che|quale) (?:anno|data|giorno|secolo)',
    number: 'quant[oaie]|(?:che|quale) percentuale',
    person: '^(?:a |di |da )?chi',
    place: 'dove|(?:quale|che) (?:città|paese)',
    reason: 'perché',
  },
  interrogatives: 'quando|dove|chi|quant[oaei]',
  fillers:
    'chi come cosa deve devo devono dove durano fa fare ha hanno ho ogni perché possiamo posso possono puoi può quale quali quando quanta quante quanti quanto serve si stata state stati stato tempo voglio vorrei',
  comparisons: {
    joins: 'vs\\.?|(?<=(?:compar|confront)[^?]*)con',
    words: 'comparare|confronta(?:re)?|differenz[ae]',
  },
  demonstratives: 'quell[aeio]|quelli',
  writingRequests: {
    polite: 'per favore,?|puoi',
    openings: '(?:riassum[ia]|riassumere|traduc[ai]|tradurre)',
  },
  continuations: { openings: 'e|ma', pronouns: 'lui|lei|loro|questo|questa|lì' },
  elaborations:
    'meglio spiegare spiegarlo spiegarmelo spiega spiegami spiegamelo dettagli continua altro esempio esempi perché mai favore dammi dia fammi dimmi',
  smallTalk: {
    greetings: 'ciao|salve|buongiorno|buonasera|buon giorno|come stai|come sta|come va',
    thanks: 'grazie|grazie mille|molte grazie',
    farewells: 'arrivederci|a presto|buona notte|buona giornata',
    help: 'cosa puoi fare|cosa sai fare|che cosa puoi fare|chi sei|come funziona|aiuto|sei un robot|che documenti hai|quali documenti hai|cosa sai',
    remarks:
      'ok|va bene|sì|si|sì grazie|no|no grazie|bene|molto bene|perfetto|certo|d accordo|capisco|capito|scusa|scusi|davvero|è vero|è giusto|sei sicuro|è sbagliato|è falso|non è vero|dove sta scritto|qual è la fonte|non importa',
    rewrites: 'più breve|più corto|in breve|riassumi|riassunto|più semplice|in altre parole|traducilo',
  },
  replies: {
    toGreeting: 'Buongiorno! Mi chieda quello che vuole sui documenti della base di conoscenza.',
    toThanks: 'Prego.',
    toFarewell: 'Arrivederci.',
    toHelp:
      'Rispondo alle domande in base ai documenti della base di conoscenza e indico la fonte di ogni frase. Se i documenti non contengono la risposta, lo dico. Chieda con parole sue, una cosa alla volta.',
    toRemark:
      'Il numero dopo ogni frase porta alla sua fonte. Per continuare, faccia una domanda che nomini ciò di cui si tratta.',
    aboutTopic: 'Che cosa devo sapere su “{topic}”?',
    refusal: {
      unwritten:
        'Cito documenti; senza un modello linguistico non posso riassumere, tradurre o scrivere. Chieda di un singolo punto o legga i documenti stessi.',
      unsure: 'Non ho trovato una risposta sicura a questa domanda. Questi passaggi possono aiutare.',
      unsupported:
        'Nulla nella base di conoscenza supporta una risposta a questa domanda. Provi con altre parole, chieda una cosa alla volta o aggiunga un documento che ne parli.',
      unclear:
        'Nulla nella base di conoscenza supporta una risposta a questa domanda così come l’ho intesa. La ripeta per intero, nominando ciò di cui si tratta, o aggiunga un documento che ne parli.',
      exhausted:
        'La base di conoscenza non dice altro al riguardo. Chieda di un singolo punto o aggiunga un documento che ne parli.',
      empty:
        'Non c’è alcun documento da cui rispondere. Ne aggiunga uno, o controlli il filtro e i suoi permessi, e chieda di nuovo.',
    },
    beyond: {
      partly: 'Le frasi senza numero vanno oltre la base di conoscenza.',
      wholly:
        'La base di conoscenza non tratta questo argomento; quanto segue proviene da conoscenze generali.',
      missing: 'Non presente nella base di conoscenza:',
    },
  },
  announcements: 'vedi anche',
  titles: { generic: 'introduzione sommario', parts: 'diapositiva|parte|capitolo|pagina' },
};
