import type { LanguagePack } from './pack.ts';

/**
 * Articles, pronouns, prepositions, conjunctions, auxiliaries, question words and particles, as they are written and
 * said. Nouns and adjectives (`Tag`, `Zeit`, `Recht`, `Suche`, `Mensch`) and full verbs are content: the package
 * `stopword` has over a hundred of them.
 */
const STOP_WORDS = [
  'der die das den dem des ein eine einen einem einer eines nen ne ner nem',
  'dies diese dieser dieses diesen diesem jene jener jenes jenen jenem solch solche solcher solches solchen solchem',
  'derselbe dieselbe dasselbe derjenige diejenige dasjenige derjenigen diejenigen demselben denselben derselben desselben',
  'ich du er sie es wir ihr mich dich ihn uns euch mir dir ihm ihnen sich man einander selbst selber',
  'mein meine meinen meinem meiner meines dein deine deinen deinem deiner deines sein seine seinen seinem seiner seines',
  'ihre ihren ihrem ihrer ihres unser unsere unseren unserem unserer unseres unserm unsern euer eure euren eurem eurer eures',
  'dessen deren denen wer wen wem wessen was wo wohin woher wann wie warum weshalb weswegen wieso',
  'welche welcher welches welchen welchem wobei wodurch wofür wogegen womit wonach woran worauf woraus worin worüber wovon wozu wieviel wieviele',
  'jemand jemanden jemandem niemand niemanden niemandem etwas was nichts irgend irgendwie irgendwo irgendwas irgendwann',
  'jede jeder jedes jeden jedem alle allen allem aller alles beide beiden beider beides manche mancher manches manchen manchem',
  'einige einigen einiger einiges mehrere mehreren andere anderen anderer anderes anderem viel viele vielen vieler wenig wenige wenigen',
  'kein keine keinen keinem keiner keines nicht nein nie',
  'und oder aber denn sondern doch als ob dass daß weil da damit wenn falls sofern indem obwohl während bevor nachdem seit bis sobald solange soweit sowie sowohl weder noch entweder',
  'an am ans auf aufs aus außer ausser bei beim bezüglich bis durch für fürs gegen hinter hinterm im in ins mit nach neben ohne per pro seit trotz über übers um ums unter unterm von vom vor vorm wegen zu zum zur zwischen',
  'ab her hin weg los herum hinaus hinein heraus herein runter rauf raus rein rüber dran drauf draus drin drum',
  'bin bist ist sind seid war warst waren wart sei seien wäre wären wärst gewesen',
  'habe hab hast hat haben habt hatte hattest hatten hättet hätte hätten hättest gehabt',
  'werde wirst wird werden werdet wurde wurden würde würden würdest worden geworden',
  'kann kannst können könnt konnte konnten könnte könnten könntest darf darfst dürfen dürft durfte durften dürfte dürften',
  'muss muß musst müssen müsst müßt musste mussten müsste müssten soll sollst sollen sollt sollte sollten solltest',
  'will willst wollen wollt wollte wollten mag magst mögen möchte möchten möchtest mochte',
  'gibt gibts gäbe',
  'so auch nur noch schon sehr mal eben halt ja doch eigentlich überhaupt sonst etwa ungefähr gar ganz wohl denn nun jetzt dann da hier dort immer wieder bereits bloß eh einfach vielleicht zwar jedoch dabei dadurch dafür dagegen daher dahin damit danach daneben daran darauf daraus darin darüber darum darunter davon davor dazu deshalb deswegen trotzdem außerdem ausserdem allerdings also zudem somit hierfür hierzu hierbei hiermit demnach dementsprechend',
  'zusammen zurück mehr weniger am meisten ziemlich besonders jeweils bzw usw',
].join(' ');

export const de: LanguagePack = {
  code: 'de',
  diacritics: 'ae:ä oe:ö ue:ü ss:ß a:ä o:ö u:ü',
  capitals: 'nouns',
  stopWords: { lists: [], own: STOP_WORDS },
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
  timeWords:
    'jahrhundert jahrzehnt jahr jahre jahren monat monate monaten tag tage tagen uhr montags dienstags mittwochs donnerstags freitags samstags sonntags werktags',
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
  },
  interrogatives: 'wer|was|wann|wo|warum|wie',
  fillers:
    'bedeutet bekomme bekommen bekommt bitte brauch brauche brauchen darf dauern dauert dürfen gibt gibts heißen heißt kann kannst krieg kriege kriegt können lange lässt mach mache machen macht muss möchte müssen oft soll sollte tun wann warum weiss weiß welche welchen welcher welches wem wen wer weshalb wieso wieviel wieviele wo woher wohin',
  amountPhrases: 'wie lange|wie lang|wie oft|wie hoch|wie groß|wie gross',
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
    thanks:
      'danke|danke schön|dankeschön|vielen dank|danke sehr|danke dir|danke ihnen|das hilft|das hat geholfen|das hat mir geholfen|sehr hilfreich',
    farewells: 'tschüss|tschüs|auf wiedersehen|bis bald|gute nacht|schönen tag noch',
    help: 'was kannst du|was können sie|was kann ich fragen|wer bist du|wer sind sie|was bist du|wie funktioniert das|hilfe|kannst du mir helfen|können sie mir helfen|bist du ein bot|bist du ein roboter|bist du ein mensch|bist du eine maschine|kann ich dir vertrauen|warum sollte ich dir vertrauen|welche dokumente hast du|welche dokumente haben sie|wie viele dokumente hast du|welche dokumente gibt es|alle dokumente auflisten|liste alle dokumente auf|zeige alle dokumente|was weißt du',
    remarks:
      'ok|okay|ja|ja bitte|nein|nein danke|gut|super|prima|perfekt|klar|alles klar|genau|verstehe|verstanden|entschuldigung|wirklich|stimmt das|ist das wahr|ist das richtig|bist du sicher|sind sie sicher|das stimmt nicht|das ist falsch|wo steht das|was ist die quelle|woher weißt du das|egal|falsch|das meinte ich nicht|das habe ich nicht gemeint|das habe ich nicht gefragt|das hilft nicht|das hilft mir nicht|das hat nicht geholfen|das geht nicht|das hat nicht geklappt|das funktioniert nicht|das verstehe ich nicht|ich verstehe nicht|ich verstehe das nicht',
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
        'Es gibt kein Dokument, aus dem geantwortet werden kann. Fügen Sie eines hinzu, oder prüfen Sie den Filter und Ihren Zugriff, und fragen Sie erneut.',
    },
    beyond: {
      partly: 'Sätze ohne Nummer gehen über die Wissensbasis hinaus.',
      wholly: 'Die Wissensbasis behandelt dies nicht; das Folgende beruht auf allgemeinem Wissen.',
      missing: 'Nicht in der Wissensbasis:',
    },
  },
  announcements: [
    'siehe auch|weiterführende links',
    '(?:diese[rs]?|die folgende) (?:seite|abschnitt|dokument|anleitung|leitfaden) (?:erklärt|beschreibt|behandelt|zeigt|enthält)',
  ],
  titles: {
    generic:
      'allgemein allgemeines auch einführung einleitung einstellungen hinweis hinweise informationen inhalt mehr nächste schritte siehe weitere weiterführende übersicht überblick',
    introductions: 'einführung|einleitung|vorwort|zusammenfassung|überblick',
    parts: 'folie|blatt|tabelle|seite|kapitel|teil',
  },
};
