import type { LanguagePack } from './pack.ts';

export const nl: LanguagePack = {
  code: 'nl',
  stopWords: { lists: ['nld'] },
  stemmer: 'dutch',
  joinsCompounds: true,
  verbParticles: 'aan af bij door in mee na om op samen terug toe uit vast voor weg',
  conjunctions: { and: 'en', or: 'of', but: 'maar' },
  negations: 'niet niets geen nooit niemand nergens noch zonder',
  abbreviations: { always: 'dhr mevr bijv o.a t.o.v nr' },
  numerals: {
    2: 'twee',
    3: 'drie',
    4: 'vier',
    5: 'vijf',
    6: 'zes',
    7: 'zeven',
    8: 'acht',
    9: 'negen',
    10: 'tien',
    11: 'elf',
    12: 'twaalf',
    13: 'dertien',
    14: 'veertien',
    15: 'vijftien',
    20: 'twintig',
    30: 'dertig',
    40: 'veertig',
    50: 'vijftig',
    60: 'zestig',
    70: 'zeventig',
    80: 'tachtig',
    90: 'negentig',
    100: 'honderd',
  },
  quantities: 'duizend miljoen miljard helft kwart dubbel',
  ordinalSuffixes: 'e de ste',
  timeWords: 'eeuw decennium jaar jaren maand maanden',
  units: { '%': 'procent', $: 'dollar', '€': 'euro eur' },
  questionTypes: {
    time: 'wanneer|(?:welk|welke) (?:jaar|datum|eeuw|dag)',
    number: 'hoeveel|hoe (?:lang|groot|hoog|vaak|ver|oud)',
    place: 'waar',
    reason: 'waarom',
  },
  interrogatives: 'wanneer|waar|hoeveel|wie|wat',
  fillers:
    'betekent duren duurt graag hoe hoeveel kan krijg krijgen krijgt kun kunnen lang mag moet moeten mogen vaak waar waarom wanneer wat welk welke wie wil',
  comparisons: {
    joins: 'vs\\.?|(?<=vergelijk[^?]*)met',
    contrasts: '(?<=\\p{L}er )dan',
    words: 'verschil(?:len)?|vergelijk',
  },
  writingRequests: {
    polite: 'alstublieft|kun je|kunt u',
    openings: ['vertaal', 'vat(?![\\p{L}\\p{M}]).{1,200}samen'],
  },
  continuations: {
    openings: 'en|maar|of',
    pronouns: 'hij|zij|hem|deze|dit|daar|daarbij|daarin|daarvan|daarvoor',
  },
  elaborations:
    'meer verder beter nader uitleggen toelichten details ga leg voorbeeld voorbeelden bijvoorbeeld waarom kunt alstublieft geef vertel',
  smallTalk: {
    greetings: 'hallo|hoi|hey|goedemorgen|goedemiddag|goedenavond|goedendag|hoe gaat het|hoe gaat het met u',
    thanks: 'dank je|dank je wel|dank u|dank u wel|bedankt|dankjewel',
    farewells: 'doei|tot ziens|fijne dag',
    help: 'wat kun je|wat kan je|wat kunt u|wie ben je|wie bent u|hoe werkt dit|kun je me helpen|ben je een robot|welke documenten heb je|wat weet je',
    remarks:
      'ok|oké|ja|ja graag|nee|nee bedankt|goed|prima|perfect|duidelijk|begrepen|sorry|echt|klopt dat|is dat waar|weet je het zeker|weet u het zeker|dat klopt niet|dat is fout|waar staat dat|wat is de bron|laat maar',
    rewrites:
      'korter|korter graag|kort samengevat|vat dat samen|samenvatting|eenvoudiger|simpeler|met andere woorden|vertaal dat',
  },
  replies: {
    toGreeting: 'Hallo! Vraag me wat je wilt weten over de documenten in de kennisbank.',
    toThanks: 'Graag gedaan.',
    toFarewell: 'Tot ziens.',
    toHelp:
      'Ik beantwoord vragen uit de documenten in de kennisbank en toon bij elke zin de bron. Als de documenten geen antwoord bevatten, zeg ik dat. Vraag in uw eigen woorden, één ding tegelijk.',
    toRemark:
      'Het nummer na elke zin leidt naar de bron. Stel als u verder wilt een vraag die noemt waar het over gaat.',
    aboutTopic: 'Wat moet ik weten over “{topic}”?',
    refusal: {
      unwritten:
        'Ik citeer documenten; zonder taalmodel kan ik niet samenvatten, vertalen of schrijven. Vraag naar één punt of lees de documenten zelf.',
      unsure: 'Ik heb geen zeker antwoord op deze vraag gevonden. Deze passages kunnen helpen.',
      unsupported:
        'Niets in de kennisbank ondersteunt een antwoord op deze vraag. Probeer andere woorden, vraag één ding tegelijk of voeg een document toe dat erover gaat.',
      unclear:
        'Niets in de kennisbank ondersteunt een antwoord op deze vraag zoals ik die begreep. Stel haar opnieuw als hele vraag, met waar het over gaat, of voeg een document toe dat erover gaat.',
      exhausted:
        'De kennisbank zegt hier niets meer over. Vraag naar één punt of voeg een document toe dat erover gaat.',
      empty:
        'Er is geen document om uit te antwoorden. Voeg er een toe, of controleer het filter en uw toegang, en vraag het opnieuw.',
    },
    beyond: {
      partly: 'Zinnen zonder nummer gaan verder dan de kennisbank.',
      wholly: 'De kennisbank behandelt dit niet; het volgende berust op algemene kennis.',
      missing: 'Niet in de kennisbank:',
    },
  },
  announcements: 'zie ook',
};
