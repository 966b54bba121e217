import type { LanguagePack } from './pack.ts';

/**
 * Articles, pronouns, prepositions, conjunctions, auxiliaries, question words and particles, with what elisions leave
 * (`qu`, `d`). The package `stopword` lacks such as `quoi`, `tout`, `si`, `plus` and `comment`.
 */
const STOP_WORDS = [
  'le la les l un une des du de d au aux ce cet cette ces c ça cela ceci ci là celui celle ceux celles',
  'je j tu il elle on nous vous ils elles me m te t se s moi toi lui eux leur leurs soi y en',
  'mon ma mes ton ta tes son sa ses notre nos votre vos même mêmes autre autres tel telle tels telles',
  'qui que qu quoi dont où quel quelle quels quelles lequel laquelle lesquels lesquelles auquel duquel quand comment pourquoi combien',
  'et ou mais donc or ni car si comme lorsque lorsqu puisque puisqu parce quoique afin tandis ainsi alors',
  'à dans par pour sur avec sans sous chez vers entre depuis pendant contre dès selon jusque jusqu avant après lors durant malgré hors via',
  'ne n pas non oui aussi très trop plus moins bien tout toute tous toutes quelque quelques chaque plusieurs aucun aucune rien encore déjà toujours ici seulement beaucoup peu presque environ puis ensuite surtout souvent',
  'suis es est sommes êtes sont étais était étions étiez étaient serai seras sera serons serez seront serais serait seraient sois soit soyons soyez soient fut furent été étant être',
  'ai as a avons avez ont avais avait avions aviez avaient aurai auras aura aurons aurez auront aurais aurait auraient aie aies ait ayons ayez aient eu eue eus ayant avoir',
  'peux peut pouvons pouvez peuvent pourrai pourra pourront pourrais pourrait pourraient pouvoir',
  'dois doit devons devez doivent devrai devra devront devrais devrait devraient devoir faut faudra faudrait',
  'veux veut voulons voulez veulent voudrais voudrait voudraient vouloir',
].join(' ');

export const fr: LanguagePack = {
  code: 'fr',
  diacritics: 'a:àâ e:éèê i:îï o:ô u:ùûü c:ç oe:œ',
  stopWords: { lists: [], own: STOP_WORDS },
  stemmer: 'french',
  everydayWords: new URL('everyday-words/fr.txt', import.meta.url),
  translations: new URL('translations/fr.txt', import.meta.url),
  conjunctions: { and: 'et', or: 'ou', but: 'mais|tandis' },
  negations: 'pas jamais aucun aucune rien personne ni sans non nul nulle',
  abbreviations: { always: 'mme mlle m art', beforeNumber: 'n no' },
  numerals: {
    2: 'deux',
    3: 'trois',
    4: 'quatre',
    5: 'cinq',
    6: 'six',
    7: 'sept',
    8: 'huit',
    9: 'neuf',
    10: 'dix',
    11: 'onze',
    12: 'douze',
    13: 'treize',
    14: 'quatorze',
    15: 'quinze',
    16: 'seize',
    20: 'vingt',
    30: 'trente',
    40: 'quarante',
    50: 'cinquante',
    60: 'soixante',
    100: 'cent',
  },
  quantities: 'cents mille million millions milliard milliards moitié tiers quart douzaine double',
  ordinalSuffixes: 'er re ère ème e è',
  timeWords: 'siècle décennie année an ans mois',
  units: { '%': 'pourcent', $: 'dollar dollars', '€': 'euro euros eur', '¥': 'yen' },
  questionTypes: {
    time: 'quand|quelle (?:année|date|époque)|quel (?:jour|mois|siècle)',
    number: [
      'combien|quel (?:pourcentage|nombre)|quelle (?:proportion|quantité)',
      "(?:quel(?:le)?s? (?:est|était|sont|étaient|fut|a été)) (?:(?:le|la|les|son|sa|ses) |l['’])?(?:\\p{L}+ )?(?:prix|coût|tarif|revenus?|chiffre d['’]affaires|ventes|bénéfices?|pertes?|dépenses|impôt|taux|montant|total|taille|longueur|hauteur|largeur|poids|distance|population|âge|température|limite|salaire|superficie)",
    ],
    person: '^(?:à |de |par |pour )?qui',
    place: 'où|quelle (?:ville|région)|quel pays',
    reason: 'pourquoi',
  },
  interrogatives: 'qui|que|quand|où|pourquoi|comment|combien',
  fillers:
    'appelle appellent bas décris donne donner donnez dure durent durer dire existe existent explique expliquer expliquez fais fait faire faites font genre merci plaît possible quoi savoir sert servent signifie sorte stp svp type',
  comparisons: {
    joins: 'vs\\.?|(?<=compar[^?]*)(?:avec|à)',
    contrasts: '(?<=(?:plus|moins) [^?]*)que',
    words: 'compar(?:er|ez|aison)|différences?|diffèrent?',
  },
  demonstratives: 'celui|celles?|ceux',
  writingRequests: {
    polite: "s['’]il vous plaît,?|(?:peux-tu|pouvez-vous|pourriez-vous)",
    openings: '(?:résume[rz]?|tradui[st](?:ez|re)?|rédige[rz]?)',
  },
  documentRequests: {
    which:
      "(?:(?:liste[rz]?|montre[rz]?|donne[rz]?|trouve[rz]?)(?:[- ](?:moi|nous))? (?:tous )?(?:les |des )?documents|quels? documents?|y a-t-il des documents|(?:est-ce qu['’]il y a|il y a|avez-vous|as-tu|a-t-on) des documents)(?: qui)? (?:parle(?:nt)? d|traite(?:nt)? d|mentionne(?:nt)?|décri(?:t|vent)|explique(?:nt)?|sur|à propos d|concernant|concerne(?:nt)?)(?:e |es |u |['’])?(?: ?(?:la |le |les |l['’]))?(.+)",
    author:
      "qui (?:a (?:écrit|rédigé|publié|créé)) (.+)|(?:de qui est|par qui (?:est|a été) écrit) (.+)|qui est l['’](?:auteur|autrice|auteure) d(?:e |u |es |['’])(.+)",
    date: "quand (?:a été (?:écrite?|rédigée?|publiée?|créée?|mise? à jour|modifiée?)) (.+)|de quand dat(?:e|ent) (.+)|quelle est la date d(?:e |u |es |['’])(.+)",
    aboutTitle: 'De quoi parle « {title} » ?',
    subject:
      "de quoi (?:parle(?:nt)?|traite(?:nt)?) (.+)|quel est le (?:sujet|thème|contenu) d(?:e |u |es |['’])(.+)",
    nouns:
      "(?:(?:le|la|les|du|des|ce|cet|cette) |l['’])?(?:documents?|fichiers?|livres?|rapports?|articles?|pages?|textes?|présentations?)",
  },
  continuations: {
    openings: 'et|mais|ou',
    pronouns: 'il|elle|ils|elles|celui|celle|ceux|cela|ça|eux|là-bas',
  },
  elaborations:
    'plus davantage expliquer explique expliquez détails détail savoir continue continuez mieux exemple exemples pourquoi pouvez plaît dis dites donne donnez',
  smallTalk: {
    greetings: 'bonjour|salut|bonsoir|coucou|ça va|comment ça va|comment vas tu|comment allez vous',
    thanks: 'merci|merci beaucoup|merci bien|merci à vous|merci à toi|je vous remercie',
    farewells: 'au revoir|à bientôt|bonne nuit|bonne journée',
    help: 'que peux tu faire|que pouvez vous faire|qui es tu|qui êtes vous|comment ça marche|aide|aidez moi|es tu un robot|quels documents as tu|quels documents avez vous|que sais tu|que savez vous',
    remarks:
      'ok|d accord|oui|oui s il vous plaît|non|non merci|bien|très bien|super|parfait|je vois|compris|pardon|désolé|vraiment|est ce vrai|c est vrai|êtes vous sûr|es tu sûr|c est faux|ce n est pas vrai|où est ce écrit|quelle est la source|tant pis',
    rewrites:
      'plus court|en bref|résume|résumez|résume ça|résumé|plus simple|plus simplement|en d autres termes|traduis ça',
  },
  replies: {
    toGreeting: 'Bonjour ! Posez-moi vos questions sur les documents de la base de connaissances.',
    toThanks: 'Je vous en prie.',
    toFarewell: 'Au revoir.',
    toHelp:
      'Je réponds aux questions à partir des documents de la base de connaissances et j’indique la source de chaque phrase. Si les documents ne contiennent pas la réponse, je le dis. Posez une question à la fois, avec vos propres mots.',
    toRemark:
      'Le numéro après chaque phrase mène à sa source. Pour continuer, posez une question qui nomme ce dont il s’agit.',
    aboutTopic: 'Que faut-il savoir sur « {topic} » ?',
    refusal: {
      unwritten:
        'Je cite des documents ; je ne peux ni résumer, ni traduire, ni rédiger sans modèle de langage. Posez une question sur un point précis ou lisez les documents eux-mêmes.',
      unsure: 'Je n’ai pas trouvé de réponse sûre à cette question. Ces passages peuvent vous aider.',
      unsupported:
        'Rien dans la base de connaissances ne permet de répondre à cette question. Essayez d’autres mots, posez une question à la fois ou ajoutez un document qui en traite.',
      unclear:
        'Rien dans la base de connaissances ne permet de répondre à cette question telle que je l’ai comprise. Reposez-la en entier, en nommant ce dont il s’agit, ou ajoutez un document qui en traite.',
      exhausted:
        'La base de connaissances n’en dit pas plus. Posez une question sur un point précis ou ajoutez un document qui en traite.',
      empty:
        'Il n’y a aucun document d’où tirer une réponse. Ajoutez-en un, ou vérifiez le filtre et vos droits d’accès, puis reposez la question.',
    },
    beyond: {
      partly: 'Les phrases sans numéro vont au-delà de la base de connaissances.',
      wholly:
        'La base de connaissances ne traite pas ce sujet ; ce qui suit relève de connaissances générales.',
      missing: 'Absent de la base de connaissances :',
    },
  },
  announcements: [
    'voir aussi',
    '(?:cette|ce) (?:page|section|guide|document) (?:explique|décrit|présente|contient)',
  ],
  titles: {
    generic: 'aperçu généralités introduction paramètres présentation sommaire',
    introductions: 'introduction|préface|avant-propos|résumé|sommaire',
    parts: 'diapositive|feuille?|partie|chapitre',
  },
};
