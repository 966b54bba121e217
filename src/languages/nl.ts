import type { LanguagePack } from './pack.ts';

export const nl: LanguagePack = {
  code: 'nl',
  stopWords: { lists: ['nld'] },
  stemmer: 'dutch',
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
  timeWords: 'eeuw decennium jaar jaren maand maanden',
  negations: 'niet niets geen nooit niemand nergens noch zonder',
  units: { '%': 'procent', $: 'dollar', '€': 'euro eur' },
  ordinalSuffixes: 'e de ste',
  abbreviations: { always: 'dhr mevr bijv o.a t.o.v nr' },
  asks: {
    time: 'wanneer|(?:welk|welke) (?:jaar|datum|eeuw|dag)',
    number: 'hoeveel|hoe (?:lang|groot|hoog|vaak|ver|oud)',
    place: 'waar',
    reason: 'waarom',
    definition: 'wat (?:is|zijn|betekent)',
  },
  asking: {
    words:
      'hoeveel hoe wanneer waar waarom wie wat welk welke mag mogen moet moeten kan kun kunnen krijg krijgt krijgen lang vaak graag wil',
    values:
      'prijs kosten kost duur duurt lengte hoogte grootte aantal bedrag datum termijn reden nummer telefoonnummer adres betekenis laat uur',
  },
  interrogatives: 'wanneer|waar|hoeveel|wie|wat',
  conjunctions: { and: 'en', or: 'of', but: 'maar' },
  fillers: 'betekent duren duurt hoeveel waar wanneer welke',
  durationPhrases: 'hoeveel tijd',
  countPhrases: 'hoeveel|aantal',
  forms: { year: 'welk jaar' },
  cues: { percentage: 'procent\\p{L}*|percentage', money: 'euro|dollar' },
  announcements: 'zie ook',
  linkSections: 'zie ook',
  contentsTitles: 'inhoud(?:sopgave)?|pagina',
  comparisons: {
    joins: 'vs\\.?|(?<=vergelijk[^?]*)met',
    contrasts: '(?<=\\p{L}er )dan',
    words: 'verschil(?:len)?|vergelijk',
  },
  writingRequests: {
    polite: 'alstublieft|kun je|kunt u',
    openings: ['vertaal', 'vat(?![\\p{L}\\p{M}]).{1,200}samen'],
  },
  continues: {
    openings: 'en|maar|of',
    pointing: 'hij|zij|hem|deze|dit|daar|daarbij|daarin|daarvan|daarvoor',
  },
  goesOn: {
    more: 'meer|verder|beter|nader|uitleggen|toelichten|details|ga door|wat nog meer|leg uit',
    reason: 'waarom|waarom dat|waarom niet',
    example: 'voorbeeld|voorbeelden|bijvoorbeeld',
    fillers: 'kun je|kan je|kunt u|alstublieft|graag|me|dat|het|geef|vertel|een|en|ok|bij',
  },
  smallTalk: {
    greetings:
      'hoi|goedemorgen|goedemiddag|goedenavond|goedendag|hallo|hey|hoe gaat het|hoe gaat het met je|hoe gaat het met u|alles goed',
    thanks: 'dank je|dank je wel|dank u|dank u wel|bedankt|dankjewel',
    farewells: 'doei|tot ziens|fijne dag',
    abouts:
      'wat kun je|wat kan je|wat kunt u|wie ben je|wie bent u|hoe werkt dit|kun je me helpen|hoe heet je|ben je een robot|welke documenten heb je|wat weet je',
    nods: 'ok|oké|ja|ja graag|nee|nee bedankt|goed|heel goed|prima|mooi|perfect|leuk|duidelijk|begrepen|ik snap het|interessant|wat|sorry|laat maar',
    doubts:
      'waar staat dat|waar komt dat vandaan|wat is de bron|bron|bronnen|klopt dat|is dat waar|is dat zo|echt|weet je het zeker|weet u het zeker|dat klopt niet|dat is fout|fout|dat is niet waar|onzin',
    briefs:
      'korter|korter graag|kort samengevat|vat samen|vat dat samen|samenvatting|eenvoudiger|simpeler|met andere woorden|vertaal',
  },
  replies: {
    toGreeting: 'Hallo! Vraag me wat je wilt weten over de documenten in de kennisbank.',
    toThanks: 'Graag gedaan! Vraag gerust verder.',
    toFarewell: 'Tot ziens! Vraag gerust nog eens.',
    toAbout:
      'Ik beantwoord vragen uit de documenten in de kennisbank. Bij elke zin staat waar die te vinden is, en ik zeg het als ze geen antwoord bevatten. Vraag in uw eigen woorden, één ding tegelijk.',
    toNod: 'Stel gerust uw volgende vraag en noem daarin waar het over gaat.',
    toDoubt:
      'Het nummer na elke zin van een antwoord leidt naar de bron: het document, de plaats en de tekst zelf. Is een antwoord fout of niet ter zake, beoordeel het dan negatief of vraag het in andere woorden.',
    toBrief:
      'Ik citeer de documenten woord voor woord en kan ze niet inkorten of herschrijven. Vraag naar één punt, dan krijgt u de zin daarover.',
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
      empty: 'Er is nog niets toegevoegd om uit te antwoorden. Voeg een document toe en vraag het opnieuw.',
    },
    beyond: {
      partly: 'Zinnen zonder nummer gaan verder dan de kennisbank.',
      wholly: 'De kennisbank behandelt dit niet; het volgende berust op algemene kennis.',
      missing: 'Niet in de kennisbank:',
    },
  },
};
