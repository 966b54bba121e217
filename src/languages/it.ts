import type { LanguagePack } from './pack.ts';

export const it: LanguagePack = {
  code: 'it',
  stopWords: { lists: ['ita'] },
  stemmer: 'italian',
  marks: 'a:à e:èé i:ì o:ò u:ù',
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
  timeWords: 'secolo decennio anno anni mese mesi',
  negations: 'non né mai nessun nessuno nessuna niente nulla senza',
  units: { $: 'dollaro dollari', '€': 'euro eur' },
  ordinalSuffixes: 'º ª .º .ª',
  abbreviations: { always: 'dott sig sigg art cap pag' },
  asks: {
    time: '(?:in )?(?:che|quale) (?:anno|data|giorno|secolo)',
    number: 'quant[oaie]|(?:che|quale) percentuale',
    person: '^(?:a |di |da )?chi',
    place: 'dove|(?:quale|che) (?:città|paese)',
    reason: 'perché',
    definition: "(?:che )?cos['’]è|cosa significa",
  },
  asking: {
    words:
      'quanto quanta quanti quante quando come dove chi quale quali perché cosa posso può possono puoi possiamo devo deve devono ho ha hanno ogni si fa fare voglio vorrei serve stato stata stati state tempo',
    values:
      'prezzo costo costa costano durata dura lunghezza dimensione numero quantità importo data scadenza termine motivo telefono indirizzo significato ora',
  },
  titles: { generic: 'introduzione sommario', parts: 'diapositiva|parte|capitolo|pagina' },
  interrogatives: 'quando|dove|chi|quant[oaei]',
  conjunctions: { and: 'e|ed', or: 'o', but: 'ma|mentre' },
  fillers: 'durano quando',
  durationPhrases: 'quanto tempo',
  countPhrases: 'quant[oaie]|numero di',
  forms: { year: '(?:che|quale) anno' },
  cues: { percentage: 'percentual\\p{L}*|per cento', money: 'euro|dollar[io]' },
  announcements: 'vedi anche',
  linkSections: 'vedi anche',
  contentsTitles: 'indice|sommario|pagina',
  comparisons: {
    joins: 'vs\\.?|(?<=(?:compar|confront)[^?]*)con',
    words: 'comparare|confronta(?:re)?|differenz[ae]',
  },
  demonstratives: 'quell[aeio]|quelli',
  writingRequests: {
    polite: 'per favore,?|puoi',
    openings: '(?:riassum[ia]|riassumere|traduc[ai]|tradurre)',
  },
  continues: { openings: 'e|ma', pointing: 'lui|lei|loro|questo|questa|lì' },
  goesOn: {
    more: 'di più|meglio|spiegare|spiegarlo|spiegarmelo|spiega|spiegami|spiegamelo|dettagli|più dettagli|continua|che altro|cos altro',
    reason: 'perché|come mai|perché no',
    example: 'esempio|esempi',
    fillers: 'puoi|può|per favore|mi|dammi|dia|fammi|dimmi|lo|un|e|ok|per|ad|di',
  },
  smallTalk: {
    greetings: 'ciao|salve|buongiorno|buonasera|buon giorno|come stai|come sta|come va|ciao a tutti',
    thanks: 'grazie|grazie mille|molte grazie',
    farewells: 'arrivederci|a presto|buona notte|buona giornata',
    abouts:
      'cosa puoi fare|cosa sai fare|che cosa puoi fare|chi sei|come funziona|aiuto|come ti chiami|sei un robot|che documenti hai|quali documenti hai|cosa sai',
    nods: 'ok|va bene|sì|si|sì grazie|no|no grazie|bene|molto bene|ottimo|perfetto|bello|certo|d accordo|capisco|capito|ho capito|interessante|cosa|come|scusa|scusi|non importa',
    doubts:
      'dove sta scritto|dove c è scritto|dove lo dice|da dove viene|qual è la fonte|fonte|fonti|è vero|è giusto|davvero|sei sicuro|è sicuro|sei sicura|è sbagliato|è falso|non è vero|sbagliato|falso',
    briefs: 'più breve|più corto|in breve|riassumi|riassunto|più semplice|in altre parole|traduci',
  },
  replies: {
    toGreeting: 'Buongiorno! Mi chieda quello che vuole sui documenti della base di conoscenza.',
    toThanks: 'Prego! Chieda pure ancora.',
    toFarewell: 'Arrivederci! Chieda pure ancora.',
    toAbout:
      'Rispondo alle domande in base ai documenti della base di conoscenza. Ogni frase indica dove si trova, e lo dico quando non contengono una risposta. Chieda con parole sue, una cosa alla volta.',
    toNod: 'Faccia pure la prossima domanda, nominando ciò di cui si tratta.',
    toDoubt:
      'Il numero dopo ogni frase di una risposta porta alla sua fonte: il documento, il punto e il testo stesso. Se una risposta è sbagliata o non pertinente, la valuti negativamente o chieda con altre parole.',
    toBrief:
      'Cito i documenti parola per parola e non posso abbreviarli né riformularli. Chieda di un solo punto e avrà la frase che ne parla.',
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
        'Non è ancora stato aggiunto alcun documento da cui rispondere. Ne aggiunga uno e chieda di nuovo.',
    },
    beyond: {
      partly: 'Le frasi senza numero vanno oltre la base di conoscenza.',
      wholly:
        'La base di conoscenza non tratta questo argomento; quanto segue proviene da conoscenze generali.',
      missing: 'Non presente nella base di conoscenza:',
    },
  },
};
