import type { LanguagePack } from './pack.ts';

/** Articles, pronouns, prepositions, conjunctions, auxiliaries, question words and particles, as they are written and typed. */
const STOP_WORDS = [
  'el la los las lo un una unos unas al del este esta estos estas esto ese esa esos esas eso aquel aquella aquellos aquellas aquello',
  'yo tú él ella ello ellos ellas nosotros nosotras vosotros ustedes usted ud uds me te se nos os le les mí ti sí conmigo contigo consigo',
  'mi mis tu tus su sus nuestro nuestra nuestros nuestras vuestro vuestra mío mía suyo suya mismo misma mismos mismas',
  'que qué quien quién quienes quiénes cual cuál cuales cuáles cuando cuándo cuanto cuánto cuanta cuánta cuantos cuántos cuantas cuántas donde dónde adónde como cómo cuyo cuya',
  'y e o u ni pero sino porque pues aunque si mientras según así entonces tanto tan también tampoco además',
  'a ante bajo con contra de desde durante en entre hacia hasta mediante para por sin sobre tras salvo',
  'no más menos muy mucho mucha muchos muchas poco poca pocos pocas todo toda todos todas otro otra otros otras algún alguno alguna algunos algunas algo alguien nada nadie ningún ninguno ninguna cada cualquier cualquiera varios varias solo sólo ya aún todavía siempre aquí ahí allí allá',
  'soy eres es somos son era eras éramos eran fui fue fueron sea sean seas será serán sería serían sido siendo ser',
  'estoy está estás estamos están estaba estaban esté estén estará estarán estado estar',
  'he has ha hemos han había habían hay haya hayan hubo habrá haber habido habiendo',
  'puedo puedes puede podemos pueden podría podrían pueda puedan poder debo debes debe debemos deben debería deberían deber',
  'quiero quieres quiere queremos quieren quisiera querría tengo tienes tiene tenemos tienen tener',
].join(' ');

export const es: LanguagePack = {
  code: 'es',
  signs: '¿¡',
  diacritics: 'a:á e:é i:í o:ó u:úü n:ñ',
  stopWords: { lists: [], own: STOP_WORDS },
  stemmer: 'spanish',
  everydayWords: new URL('everyday-words/es.txt', import.meta.url),
  translations: new URL('translations/es.txt', import.meta.url),
  conjunctions: { and: 'y|e', or: 'o|u', but: 'pero|mientras' },
  negations: 'no nunca jamás ni ningún ninguna ninguno ningunos ningunas nadie nada tampoco sin',
  abbreviations: { always: 'sra srta ud uds dña núm pág págs cap art' },
  numerals: {
    2: 'dos',
    3: 'tres',
    4: 'cuatro',
    5: 'cinco',
    6: 'seis',
    7: 'siete',
    8: 'ocho',
    9: 'nueve',
    10: 'diez',
    11: 'once',
    12: 'doce',
    13: 'trece',
    14: 'catorce',
    15: 'quince',
    20: 'veinte',
    30: 'treinta',
    40: 'cuarenta',
    50: 'cincuenta',
    60: 'sesenta',
    70: 'setenta',
    80: 'ochenta',
    90: 'noventa',
    100: 'cien ciento',
  },
  quantities: 'cientos mil millón millones mitad tercio cuarto docena doble',
  ordinalSuffixes: 'º ª .º .ª',
  timeWords: 'siglo década año años mes meses',
  units: { $: 'dólar dólares', '€': 'euro euros eur', '¥': 'yen yenes' },
  questionTypes: {
    time: 'cuándo|^¿?cuando|(?:qué|que) (?:año|fecha|día|mes|siglo|década)',
    number: [
      'cuánt[oa]s?|(?:qué|que) (?:porcentaje|cantidad|número|proporción)',
      '(?:cuál(?:es)?|qué) (?:es |fue |era |son |fueron |eran )?(?:(?:el|la|los|las|su|sus) )?(?:\\p{L}+ )?(?:precio|costo|coste|tarifa|cuota|ingresos?|ventas|beneficios?|ganancias?|pérdidas?|gastos?|impuestos?|tasa|importe|monto|total|tamaño|longitud|altura|anchura|peso|distancia|población|edad|temperatura|límite|salario|sueldo|superficie)',
    ],
    person: 'quién|quiénes|^¿?quien',
    place: 'dónde|adónde|^¿?donde|(?:qué|que) (?:ciudad|país|lugar|región|estado)',
    reason:
      'por qué|^¿?por que|cuál (?:es|fue|era) (?:la|el) (?:razón|causa|motivo|propósito)|(?:qué|que) causó',
  },
  interrogatives: 'quién|qué|cuándo|cuánt[oa]s?|dónde|por qué|cómo',
  fillers:
    'dan describe duda dura duran durar existe existen explica favor gracias hace hacer hago llama llaman necesito posible saber significa significan sirve sirven tarda tardan tardar tipo vale',
  comparisons: {
    joins: 'vs\\.?|(?<=compar[^?]*)con',
    contrasts: '(?<=(?:más|menos) [^?]*)que',
    words: 'compar(?:ar|a|ación)|diferencias?',
  },
  demonstratives: 'aquel(?:la|los|las)?',
  writingRequests: {
    polite: 'por favor,?|puedes?|podrías?',
    openings: '(?:resum[ea](?:n|r|me)?|traduc[ea]|traducir|redact[ae])',
  },
  documentRequests: {
    which:
      '¿?(?:(?:lista|listar|muestra|muéstrame|dame|busca|encuentra)(?: todos)?(?: los)? documentos|(?:qué|que|cuáles|cuales) documentos?|hay documentos)(?: que)? (?:hablan?|tratan?|mencionan?|describen?|explican?|sobre|acerca|relacionados)(?: (?:sobre|de|del|con))?(?: (?:el|la|los|las))? (.+)',
    author:
      '¿?qui[eé]n (?:escribió|redactó|publicó|creó) (.+)|¿?qui[eé]n es (?:el autor|la autora) del? (.+)',
    date: '¿?cu[aá]ndo se (?:escribió|redactó|publicó|creó|actualizó|modificó) (.+)|¿?de cu[aá]ndo es (.+)',
    aboutTitle: '¿De qué trata «{title}»?',
    subject: '¿?(?:de|sobre) qu[eé] (?:tratan?|hablan?|va) (.+)|¿?cu[aá]l es el (?:tema|contenido) del? (.+)',
    nouns:
      '(?:(?:el|la|los|las|del|este|esta) )?(?:documentos?|archivos?|ficheros?|libros?|informes?|artículos?|páginas?|textos?|presentaci(?:ón|ones))',
  },
  continuations: {
    openings: 'y|pero|o|¿?qu[eé] hay de',
    pronouns: 'él|ella|ellos|ellas|eso|esto|esa|esos|esas|allí|allá|ahí',
  },
  elaborations:
    'más mejor explicar explicarlo explícame explícalo explica detalles información continúa sigue ejemplo ejemplos porqué podrías dame deme dime cuéntame',
  smallTalk: {
    greetings:
      'hola|buenos días|buenas tardes|buenas noches|buenas|qué tal|que tal|cómo estás|como estas|cómo está usted',
    thanks: 'gracias|muchas gracias|mil gracias|te lo agradezco',
    farewells: 'adiós|adios|hasta luego|hasta pronto',
    help: 'qué puedes hacer|que puedes hacer|qué puede hacer|quién eres|quien eres|quién es usted|cómo funciona|ayuda|eres un robot|qué documentos tienes|que documentos tienes|qué documentos tiene|qué sabes',
    remarks:
      'ok|vale|sí|si|sí por favor|no|no gracias|bien|muy bien|perfecto|claro|de acuerdo|entiendo|entendido|perdón|de verdad|es verdad|es cierto|estás seguro|está seguro|es falso|eso no es verdad|dónde dice eso|donde dice eso|cuál es la fuente|cual es la fuente|da igual',
    rewrites:
      'más corto|mas corto|en resumen|resúmelo|resumen|más simple|más sencillo|en otras palabras|tradúcelo',
  },
  replies: {
    toGreeting: '¡Hola! Pregúnteme lo que quiera sobre los documentos de la base de conocimiento.',
    toThanks: 'De nada.',
    toFarewell: 'Hasta luego.',
    toHelp:
      'Respondo preguntas a partir de los documentos de la base de conocimiento y muestro la fuente de cada frase. Si los documentos no contienen la respuesta, lo digo. Pregunte con sus propias palabras, una cosa a la vez.',
    toRemark:
      'El número que sigue a cada frase lleva a su fuente. Para continuar, haga una pregunta que nombre de qué se trata.',
    aboutTopic: '¿Qué debo saber sobre «{topic}»?',
    refusal: {
      unwritten:
        'Cito documentos; sin un modelo de lenguaje no puedo resumir, traducir ni redactar. Pregunte por un punto concreto o lea los propios documentos.',
      unsure: 'No he encontrado una respuesta segura a esta pregunta. Estos pasajes pueden ayudar.',
      unsupported:
        'Nada en la base de conocimiento respalda una respuesta a esta pregunta. Pruebe con otras palabras, pregunte una cosa a la vez o añada un documento que la trate.',
      unclear:
        'Nada en la base de conocimiento respalda una respuesta a esta pregunta tal como la he entendido. Vuelva a hacerla completa, nombrando de qué se trata, o añada un documento que la trate.',
      exhausted:
        'La base de conocimiento no dice nada más sobre esto. Pregunte por un punto concreto o añada un documento que lo trate.',
      empty:
        'No hay ningún documento del que responder. Añada uno, o revise el filtro y sus permisos, y vuelva a preguntar.',
    },
    beyond: {
      partly: 'Las frases sin número van más allá de la base de conocimiento.',
      wholly: 'La base de conocimiento no trata este tema; lo que sigue procede de conocimientos generales.',
      missing: 'No está en la base de conocimiento:',
    },
  },
  announcements: 'véase también',
  titles: {
    generic: 'introducción resumen',
    introductions: 'introducción|resumen|prólogo|prefacio',
    parts: 'diapositiva|parte|capítulo|página',
  },
};
