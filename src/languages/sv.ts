import type { LanguagePack } from './pack.ts';

export const sv: LanguagePack = {
  code: 'sv',
  diacritics: 'a:äå o:ö e:é',
  stopWords: { lists: ['swe'] },
  stemmer: 'swedish',
  joinsCompounds: true,
  conjunctions: { and: 'och|samt', or: 'eller', but: 'men|medan', to: 'till' },
  negations: 'inte ej icke ingen inget inga aldrig utan varken',
  abbreviations: {
    always:
      'bl.a t.ex d.v.s dvs m.m m.fl o.d osv o.s.v p.g.a pga s.k ca resp enl fr.o.m t.o.m inkl exkl jfr st f.d',
    beforeNumber: 'nr kap fig tab sid kl tel',
  },
  numerals: {
    2: 'två',
    3: 'tre',
    4: 'fyra',
    5: 'fem',
    6: 'sex',
    7: 'sju',
    8: 'åtta',
    9: 'nio',
    10: 'tio',
    11: 'elva',
    12: 'tolv',
    13: 'tretton',
    14: 'fjorton',
    15: 'femton',
    16: 'sexton',
    17: 'sjutton',
    18: 'arton',
    19: 'nitton',
    20: 'tjugo',
    30: 'trettio',
    40: 'fyrtio',
    50: 'femtio',
    60: 'sextio',
    70: 'sjuttio',
    80: 'åttio',
    90: 'nittio',
    100: 'hundra',
  },
  quantities:
    'tusen tusentals miljon miljoner miljard miljarder hälften halv tredjedel fjärdedel dussin dubbelt',
  ordinalSuffixes: ':a :e a e',
  timeWords: 'år året åren månad månaden månader århundrade århundradet årtionde årtiondet sekel',
  units: { '%': 'procent', $: 'dollar', '€': 'euro eur' },
  questionTypes: {
    time: 'när|hur länge sedan|(?:vilket|vilken) (?:år|datum|dag|månad|århundrade|årtionde|tid)',
    number: [
      'hur (?:många|mycket|länge|långt?|stora?|stort|högt?|gammalt?|ofta|snabbt|tungt?|djupt?|dyrt?|brett?)|(?:vilken|vilket|hur stor) (?:procentsats|andel|summa|antal)|vad kostar',
      'vad (?:är|var|blir) (?:\\p{L}+ )?\\p{L}*(?:priset|kostnaden|avgiften|antalet|summan|beloppet|andelen|storleken|längden|höjden|bredden|vikten|åldern|gränsen|temperaturen|folkmängden)',
    ],
    person: 'vem|vems',
    place:
      'varifrån|vart|^var (?:är|finns|ligger|kan|hittar|får|ska|bor)|i vilken (?:stad|kommun|region)|i vilket land',
    reason: 'varför|av vilken anledning|vad (?:är|var) (?:orsaken|anledningen|skälet)',
  },
  interrogatives: 'vem|vad|när|var|varför|hur|vilken|vilket|vilka',
  fillers:
    'behöver betyder bör finns får gäller gör göra heter hur innebär kallas kan länge långt menas mycket många måste när ofta ska snälla tack vad var varför varifrån vart vem vilka vilken vilket vill',
  comparisons: {
    joins: 'jämfört med|(?<=jämför[^?]*)med',
    contrasts: 'än|till skillnad från|(?<=skiljer [^?]*)från',
    words: 'jämför(?:a|else)?|skillnad(?:en|er)?|skiljer',
  },
  demonstratives: 'den|det|de|dessa',
  writingRequests: {
    polite: 'snälla|kan du|kan ni|skulle du kunna',
    openings: 'sammanfatta|översätt|skriv om|formulera om|förkorta|skriv (?:en|ett)',
  },
  documentRequests: {
    which:
      '(?:vilka dokument(?: har (?:vi|ni|du)| finns)?|visa(?: mig)?(?: alla)? dokument(?:en)?|finns det(?: några)? dokument)(?: som)? (?:om|handlar om|nämner|beskriver|tar upp|förklarar) (.+)',
    author: '(?:vem|vilka) (?:skrev|har skrivit) (.+)|vem är författare(?:n)? (?:till|av) (.+)',
    date: 'när (?:skrevs|publicerades|uppdaterades) (.+?)(?: senast)?|från när är (.+)',
    aboutTitle: 'Vad handlar ”{title}” om?',
    subject: 'vad handlar (.+) om',
    nouns: '(?:den här |det här )?(?:dokumentet|filen|boken|rapporten|artikeln|sidan|texten)',
  },
  continuations: {
    openings: 'och|men|eller|så|då|hur är det med|vad gäller för',
    // Not `den`, `det` and `de`, which are articles, too.
    pronouns: 'dem|dess|deras|han|honom|hans|hon|henne|hennes|denna|detta|dessa|där|dit|samma',
  },
  elaborations: 'mer mera vidare fortsätt förklara utveckla detaljer exempel varför berätta säg ge visa',
  smallTalk: {
    greetings: 'hej|hejsan|hallå|tjena|god morgon|god dag|god kväll|hur mår du|hur är läget',
    thanks: 'tack|tack så mycket|tusen tack|tackar|stort tack',
    farewells: 'hej då|adjö|vi ses|god natt|ha en bra dag',
    help: 'vad kan du göra|vad kan du|vad kan jag fråga|vem är du|vad är du|hur fungerar det här|hjälp|hjälp mig|kan du hjälpa mig|är du en robot|vilka dokument har du|vad vet du',
    remarks:
      'ok|okej|ja|ja tack|nej|nej tack|bra|perfekt|visst|jag förstår|ursäkta|verkligen|stämmer det|är det sant|är du säker|det stämmer inte|det är fel|var står det|vad är källan|glöm det',
    rewrites:
      'kortare|kortare tack|kort sagt|sammanfatta det|sammanfattning|enklare|med andra ord|översätt det',
  },
  replies: {
    toGreeting: 'Hej! Fråga mig vad du vill om dokumenten i kunskapsbasen.',
    toThanks: 'Varsågod.',
    toFarewell: 'Hej då.',
    toHelp:
      'Jag svarar på frågor utifrån dokumenten i kunskapsbasen och visar källan till varje mening. Om dokumenten inte innehåller något svar säger jag det. Fråga med egna ord, om en sak i taget.',
    toRemark:
      'Numret efter varje mening leder till dess källa. För att gå vidare, ställ en fråga som nämner vad den gäller.',
    aboutTopic: 'Vad bör jag veta om ”{topic}”?',
    refusal: {
      unwritten:
        'Jag citerar dokument; utan en språkmodell kan jag inte sammanfatta, översätta eller skriva. Fråga om en enskild punkt, eller läs själva dokumenten.',
      unsure: 'Jag hittade inget säkert svar på den här frågan. De här avsnitten kan vara till hjälp.',
      unsupported:
        'Inget i kunskapsbasen ger stöd för ett svar på den här frågan. Pröva andra ord, fråga om en sak i taget eller lägg till ett dokument som behandlar ämnet.',
      unclear:
        'Inget i kunskapsbasen ger stöd för ett svar på frågan så som jag förstod den. Ställ den igen som en hel fråga som nämner vad den gäller, eller lägg till ett dokument som behandlar ämnet.',
      exhausted:
        'Kunskapsbasen säger inget mer om detta. Fråga om en enskild punkt, eller lägg till ett dokument som behandlar den.',
      empty:
        'Det finns inget dokument att svara utifrån. Lägg till ett, eller kontrollera filtret och din åtkomst, och fråga igen.',
    },
    beyond: {
      partly: 'Meningar utan nummer går utöver kunskapsbasen.',
      wholly: 'Kunskapsbasen behandlar inte detta; det följande bygger på allmän kunskap.',
      missing: 'Finns inte i kunskapsbasen:',
    },
  },
  placePrepositions: 'i på vid nära från till över runt inom utanför',
  announcements: [
    'se även|se också|läs mer|relaterade (?:länkar|sidor|dokument)(?=:|$)',
    '(?:denna|den här|följande) (?:sida|guide|handbok) (?:beskriver|förklarar|visar|innehåller)|(?:detta|det här) (?:avsnitt|dokument|kapitel)(?:et)? (?:beskriver|förklarar|visar|innehåller)',
  ],
  titles: {
    generic: 'allmänt inledning introduktion inställningar innehåll översikt sammanfattning',
    introductions: 'inledning|introduktion|förord|sammanfattning',
    parts: 'kapitel|del|avsnitt|bilaga|bild|sida|blad',
    placeholders: 'namnlös|namnlöst dokument|dokument',
  },
};
