import type { LanguagePack } from './pack.ts';

export const de: LanguagePack = {
  code: 'de',
  diacritics: 'ae:ä oe:ö ue:ü ss:ß a:ä o:ö u:ü',
  capitals: 'nouns',
  stopWords: { lists: ['deu'] },
  stemmer: 'german',
  joinsCompounds: true,
  everydayWords: new URL('everyday-words/de.txt', import.meta.url),
  verbParticles:
    'ab an auf aus bei ein fest frei her hin hinzu los mit nach teil um vor weg weiter zu zurück zusammen',
  conjunctions: { and: 'und|sowie', or: 'oder|bzw', but: 'aber|während', to: 'bis' },
  negations: 'nicht nichts kein keine keinen keinem keiner keines nie niemals niemand nirgends weder ohne',
  abbreviations: {
    always: 'bzw z.b d.h u.a s.o s.u sog ggf evtl vgl hrsg inkl zzgl ca dipl ing str nr abs art',
    beforeNumber: 'bd s kap abb',
  },
  ordinals: {
    nouns:
      'januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|jahrhundert|klasse|auflage|kapitel|platz',
    determiners: 'der|dem|den|des|jede[mnrs]?',
    notNouns:
      'der|die|das|den|dem|ein|eine[mnrs]?|er|sie|es|wir|ich|in|im|am|an|auf|bei|für|mit|nach|von|vor|zu|zum|zur|um|dies\\p{L}*|danach|dann|bis|ab|seit|alle|wer|wenn',
  },
  numerals: {
    2: 'zwei',
    3: 'drei',
    4: 'vier',
    5: 'fünf',
    6: 'sechs',
    7: 'sieben',
    8: 'acht',
    9: 'neun',
    10: 'zehn',
    11: 'elf',
    12: 'zwölf',
    13: 'dreizehn',
    14: 'vierzehn',
    15: 'fünfzehn',
    16: 'sechzehn',
    17: 'siebzehn',
    18: 'achtzehn',
    19: 'neunzehn',
    20: 'zwanzig',
    30: 'dreißig',
    40: 'vierzig',
    50: 'fünfzig',
    60: 'sechzig',
    70: 'siebzig',
    80: 'achtzig',
    90: 'neunzig',
    100: 'hundert',
  },
  quantities:
    'tausend million millionen milliarde milliarden hälfte drittel viertel dutzend einmal zweimal dreimal',
  timeWords: 'jahrhundert jahrzehnt jahr jahre jahren monat monate monaten tag tage tagen uhr',
  units: { '%': 'prozent', $: 'dollar', '€': 'euro euros eur', '¥': 'yen', '₹': 'rupien' },
  questionTypes: {
    time: 'wann|in welche[mr] (?:jahr|monat|jahrhundert|zeit)|welche[sr]? (?:jahr|datum|jahrhundert)',
    number: [
      'wie ?viele?n?|wie (?:lange?|hoch|groß|weit|alt|oft|schnell|schwer|tief|teuer)|welcher (?:anteil|prozentsatz)',
      'was kostet\\p{L}*|(?:wie lautet|was (?:ist|war|sind|waren)|welche[rsn]?(?: (?:ist|war|sind|waren))?) (?:(?:der|die|das|den|dem) )?(?:\\p{L}+ )?\\p{L}*(?:preis|kosten|gebühr(?:en)?|umsatz|umsätze|gewinn|verlust|einkommen|einnahmen|ausgaben|steuersatz|betrag|anzahl|summe|anteil|größe|länge|höhe|breite|gewicht|entfernung|bevölkerung|einwohnerzahl|alter|temperatur|grenze|gehalt|frist)',
    ],
    person: 'wer|wen|wem|wessen',
    place: 'wo|wohin|woher|in welche[rmn] (?:stadt|land|staat|region|ort|gebiet)',
    reason: 'warum|weshalb|wieso|weswegen|aus welchem grund',
    definition: 'was (?:ist|sind|bedeutet|bedeuten|versteht man)',
  },
  answerForms: { year: 'welche[mns]? jahr', frequency: 'wie (?:oft|häufig|regelmäßig)' },
  interrogatives: 'wer|was|wann|wo|warum|wie',
  fillers:
    'bedeutet bekomme bekommt bitte brauche darf dauern dauert dürfen gibt gibts heißen heißt kann kannst kriege können lange lässt muss möchte müssen oft soll sollte tun wann warum welche welchen welcher welches wem wen wer weshalb wieso wieviel wieviele wo woher wohin',
  durationPhrases: 'wie ?viel zeit',
  comparisons: {
    joins: 'vs\\.?|gegenüber|(?<=vergl[ei]+ch[^?]*)mit',
    contrasts: '(?<=\\p{L}er )als',
    words: 'unterschied[es]?|unterscheide[nt]|vergleich(?:e|en)?|worin',
  },
  demonstratives: 'jene[mnrs]?|denen|dem',
  writingRequests: {
    polite: 'bitte|(?:kannst|könntest) du(?: bitte)?|(?:können|könnten) sie(?: bitte)?',
    openings: [
      '(?:übersetz(?:e|en)?|formulier(?:e|en)?|schreib(?:e|en)?(?: sie)?(?: mir| uns)? (?:eine?n?|den|die|das))',
      '(?:fass(?:e|en)?)(?![\\p{L}\\p{M}]).{1,200}zusammen(?:fassen)?',
    ],
    endings: 'zusammenfassen|übersetzen|umformulieren',
  },
  documentRequests: {
    which:
      '(?:(?:bitte )?(?:liste|nenne?n?|zeige?n?|finde)(?: sie)?(?: bitte)?(?: mir| uns)? (?:alle |die )?dokumente|welche dokumente(?: gibt es| haben (?:wir|sie)| hast du)?|welches dokument|gibt es dokumente)(?:,? (?:die|das))? (?:über|zum|zur|zu|erwähnt|erwähnen|behandelt|behandeln|beschreibt|beschreiben|erklärt|erklären|handelt von|handeln von)(?: d(?:as|ie|en|em|er))? (.+?)(?: (?:erwähnen|behandeln|beschreiben|erklären|handeln|sprechen))?',
    author:
      'wer (?:hat|schrieb|verfasste) (.+?)(?: (?:geschrieben|verfasst|herausgegeben))?|(?:von wem (?:ist|stammt)|wer ist (?:der autor|die autorin|der verfasser|die verfasserin) (?:von|des|der)) (.+?)(?: (?:geschrieben|verfasst))?',
    date: 'wann wurde (.+?) (?:geschrieben|verfasst|veröffentlicht|erstellt|(?:zuletzt )?(?:aktualisiert|geändert|überarbeitet))|(?:von wann|wie alt) ist (.+)',
    aboutTitle: 'Worum geht es in „{title}“?',
    subject:
      '(?:wovon|worüber) handelt (.+)|worum geht es in (.+)|was ist (?:das thema|der inhalt) (?:von|des|der) (.+)',
    nouns:
      '(?:d(?:as|er|ie|en|em|es) |dies(?:es|er|e|en|em) )?(?:dokuments?|datei|buche?s?|bericht(?:e?s)?|artikels?|seite|texte?s?|aufsatz(?:es)?|präsentation)',
  },
  continuations: {
    openings: 'und|aber|oder|auch|dann|wie ist es mit|was ist mit',
    pronouns:
      'es|ihn|ihm|ihr|ihre|sie|diese|dieser|dieses|diesen|diesem|dessen|deren|dabei|dafür|daran|darauf|darin|darüber|davon|dazu|dort',
  },
  elaborations:
    'mehr genauer näher weiter erklären erkläre erklär erläutern details ausführlicher beispiel beispiele warum wieso weshalb sag sage erzähl erzähle gib geben nenn nenne nennen zeig zeige zeigen',
  smallTalk: {
    greetings:
      'hallo|hi|hey|guten tag|guten morgen|guten abend|moin|servus|grüß gott|wie geht s|wie geht es dir|wie geht es ihnen',
    thanks: 'danke|danke schön|dankeschön|vielen dank|danke sehr|danke dir|danke ihnen',
    farewells: 'tschüss|tschüs|auf wiedersehen|bis bald|gute nacht|schönen tag noch',
    help: 'was kannst du|was können sie|was kann ich fragen|wer bist du|wer sind sie|was bist du|wie funktioniert das|hilfe|kannst du mir helfen|können sie mir helfen|bist du ein bot|welche dokumente hast du|welche dokumente haben sie|was weißt du',
    remarks:
      'ok|okay|ja|ja bitte|nein|nein danke|gut|super|prima|perfekt|klar|alles klar|genau|verstehe|verstanden|entschuldigung|wirklich|stimmt das|ist das wahr|ist das richtig|bist du sicher|sind sie sicher|das stimmt nicht|das ist falsch|wo steht das|was ist die quelle|woher weißt du das|egal',
    rewrites:
      'kürzer|kürzer bitte|kurz gesagt|fasse das zusammen|zusammenfassung|einfacher|in einfachen worten|mit anderen worten|übersetze das',
  },
  replies: {
    toGreeting: 'Hallo! Fragen Sie mich, was Sie über die Dokumente der Wissensbasis wissen möchten.',
    toThanks: 'Gern geschehen.',
    toFarewell: 'Auf Wiedersehen.',
    toHelp:
      'Ich beantworte Fragen aus den Dokumenten der Wissensbasis und zeige zu jedem Satz die Quelle. Enthalten die Dokumente keine Antwort, sage ich es. Fragen Sie in Ihren eigenen Worten, nach einer Sache auf einmal.',
    toRemark:
      'Die Nummer nach jedem Satz führt zu seiner Quelle. Stellen Sie als Nächstes eine Frage, die nennt, worum es geht.',
    aboutTopic: 'Was sollte ich über „{topic}“ wissen?',
    refusal: {
      unwritten:
        'Ich zitiere Dokumente; zusammenfassen, übersetzen oder schreiben kann ich ohne Sprachmodell nicht. Fragen Sie nach einem einzelnen Punkt, oder lesen Sie die Dokumente selbst.',
      unsure:
        'Auf diese Frage habe ich keine sichere Antwort gefunden. Diese Stellen helfen vielleicht weiter.',
      unsupported:
        'Nichts in der Wissensbasis stützt eine Antwort auf diese Frage. Versuchen Sie andere Wörter, fragen Sie nach einer Sache auf einmal, oder fügen Sie ein Dokument hinzu, das sie behandelt.',
      unclear:
        'Nichts in der Wissensbasis stützt eine Antwort auf diese Frage, so wie sie zu verstehen war. Stellen Sie sie noch einmal als ganze Frage, die nennt, worum es geht, oder fügen Sie ein Dokument hinzu, das sie behandelt.',
      exhausted:
        'Dazu steht nichts weiter in der Wissensbasis. Fragen Sie nach einem einzelnen Punkt, oder fügen Sie ein Dokument hinzu, das ihn behandelt.',
      empty:
        'Es wurde noch nichts aufgenommen, woraus geantwortet werden könnte. Fügen Sie ein Dokument hinzu und fragen Sie erneut.',
    },
    beyond: {
      partly: 'Sätze ohne Nummer gehen über die Wissensbasis hinaus.',
      wholly: 'Die Wissensbasis behandelt dies nicht; das Folgende beruht auf allgemeinem Wissen.',
      missing: 'Nicht in der Wissensbasis:',
    },
  },
  cues: {
    percentage: 'prozent\\p{L}*',
    money: 'euros?|dollars?|cents?',
    frequency: [
      '(?:alle|jede[nrsm]?|pro)[\\s:|]+(?:[\\p{L}\\p{N}.]+ ){0,2}(?:sekunde|minute|stunde|tag|woche|monat|quartal|jahr|mal|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch)(?:e|en|n|s)?',
      '(?:stünd|täg|wöchent|monat|vierteljähr|jähr)lich\\p{L}{0,2}|\\p{L}*mals?|immer|regelmäßig|manchmal|selten|nie',
    ],
  },
  announcements: [
    'siehe auch',
    '(?:diese[rs]?|die folgende) (?:seite|abschnitt|dokument|anleitung|leitfaden) (?:erklärt|beschreibt|behandelt|zeigt|enthält)',
  ],
  linkSections: 'siehe auch|weiterführende links',
  titles: {
    generic:
      'allgemein allgemeines auch einführung einleitung einstellungen hinweis hinweise informationen inhalt mehr nächste schritte siehe weitere weiterführende übersicht überblick',
    introductions: 'einführung|einleitung|vorwort|zusammenfassung|überblick',
    parts: 'folie|blatt|tabelle|seite|kapitel|teil',
  },
};
