import type { LanguagePack } from './pack.ts';

export const es: LanguagePack = {
  code: 'es',
  stopWords: {
    lists: ['spa'],
    own: 'es son ser sea sean era eran fue fueron sido siendo está están esté estar estaba estaban estado ha han hay haya había habían haber esta este estas estos esa ese esas esos otra otro otras otros todo toda todos todas unas unos les os nos yo ella ellas ellos nosotros tus mis sus algo nada ante entre e u cada cuál cuáles quién quiénes',
  },
  stemmer: 'spanish',
  marks: 'a:á e:é i:í o:ó u:úü n:ñ',
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
  timeWords: 'siglo década año años mes meses',
  negations: 'no nunca jamás ni ningún ninguna ninguno ningunos ningunas nadie nada tampoco sin',
  units: { $: 'dólar dólares', '€': 'euro euros eur', '¥': 'yen yenes' },
  ordinalSuffixes: 'º ª .º .ª',
  signs: '¿¡',
  abbreviations: { always: 'sra srta ud uds dña núm pág págs cap art' },
  asks: {
    time: 'cuándo|^¿?cuando|(?:qué|que) (?:año|fecha|día|mes|siglo|década)',
    number: [
      'cuánt[oa]s?|(?:qué|que) (?:porcentaje|cantidad|número|proporción)',
      '(?:cuál(?:es)?|qué) (?:es |fue |era |son |fueron |eran )?(?:(?:el|la|los|las|su|sus) )?(?:\\p{L}+ )?(?:precio|costo|coste|tarifa|cuota|ingresos?|ventas|beneficios?|ganancias?|pérdidas?|gastos?|impuestos?|tasa|importe|monto|total|tamaño|longitud|altura|anchura|peso|distancia|población|edad|temperatura|límite|salario|sueldo|superficie)',
    ],
    person: 'quién|quiénes|^¿?quien',
    place: 'dónde|adónde|^¿?donde|(?:qué|que) (?:ciudad|país|lugar|región|estado)',
    reason:
      'por qué|^¿?por que|cuál (?:es|fue|era) (?:la|el) (?:razón|causa|motivo|propósito)|(?:qué|que) causó',
    definition: '(?:qué|que) (?:es|son|significa)',
  },
  asking: {
    words:
      'cuánto cuánta cuántos cuántas cuándo cómo dónde quién quiénes cuál cuáles qué hay puedo puede pueden puedes podemos tengo tiene debo debe dan hacer hago quiero necesito vale favor tarda tardan allí allá ahí',
    values:
      'precio coste costo cuesta cuestan duración dura longitud largo tamaño número cantidad importe fecha plazo motivo razón teléfono dirección significado hora',
  },
  titles: { generic: 'introducción resumen', parts: 'diapositiva|parte|capítulo|página' },
  interrogatives: 'quién|qué|cuándo|cuánt[oa]s?|dónde|por qué|cómo',
  conjunctions: { and: 'y|e', or: 'o|u', but: 'pero|mientras' },
  fillers:
    'cómo cuál cuáles cuándo cuánta cuántas cuánto cuántos dónde dura duran quién quiénes significa significan',
  durationPhrases: 'cuánto tiempo',
  countPhrases: 'cu[áa]nt[oa]s?|(?:número|cantidad) de',
  forms: { year: '(?:qué|que) año' },
  cues: { percentage: 'porcentaje\\p{L}*|por ciento', money: 'euros?|dólar(?:es)?' },
  announcements: 'véase también',
  linkSections: 'véase también',
  contentsTitles: 'índice|contenidos?|página',
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
  continues: {
    openings: 'y|pero|o|¿?qu[eé] hay de',
    pointing: 'él|ella|ellos|ellas|eso|esto|esa|esos|esas|allí|allá|ahí',
  },
  goesOn: {
    more: 'más|mejor|explicar|explicarlo|explícame|explícalo|explica|detalles|información|continúa|sigue|qué más|que más',
    reason: 'por qué|por que|porqué|por qué no',
    example: 'ejemplo|ejemplos',
    fillers: 'puedes|puede|podrías|por favor|me|dame|deme|dime|cuéntame|eso|lo|un|unos|y|ok|por',
  },
  smallTalk: {
    greetings:
      'hola|buenos días|buenos dias|buenas tardes|buenas noches|buenas|qué tal|que tal|cómo estás|como estas|cómo está|cómo está usted|hola a todos',
    thanks: 'gracias|muchas gracias|mil gracias|gracias por tu ayuda|gracias por su ayuda|te lo agradezco',
    farewells: 'adiós|adios|hasta luego|hasta pronto',
    abouts:
      'qué puedes hacer|que puedes hacer|qué puede hacer|quién eres|quien eres|quién es usted|cómo funciona|ayuda|cómo te llamas|como te llamas|eres un robot|qué documentos tienes|que documentos tienes|qué documentos tiene|qué sabes',
    nods: 'ok|vale|sí|si|sí por favor|no|no gracias|bien|muy bien|genial|perfecto|bueno|claro|de acuerdo|entiendo|entendido|ya veo|interesante|qué|perdón|lo siento|da igual',
    doubts:
      'dónde dice eso|donde dice eso|dónde lo dice|dónde está eso|de dónde sale eso|cuál es la fuente|cual es la fuente|fuente|fuentes|es verdad|es cierto|eso es verdad|eso es cierto|de verdad|estás seguro|está seguro|estás segura|seguro|eso es falso|es falso|eso no es verdad|eso no es cierto|falso|eso está mal|inútil|no sirve|mierda',
    briefs:
      'más corto|mas corto|más breve|en breve|en resumen|resume|resúmelo|resumen|más simple|más sencillo|en otras palabras|traduce|tradúcelo',
  },
  replies: {
    toGreeting: '¡Hola! Pregúnteme lo que quiera sobre los documentos de la base de conocimiento.',
    toThanks: '¡De nada! Pregunte cuando quiera.',
    toFarewell: '¡Hasta luego! Pregunte cuando quiera.',
    toAbout:
      'Respondo preguntas a partir de los documentos de la base de conocimiento. Cada frase indica dónde está, y lo digo cuando no contienen una respuesta. Pregunte con sus propias palabras, una cosa a la vez.',
    toNod: 'Haga su próxima pregunta cuando quiera y nombre en ella de qué se trata.',
    toDoubt:
      'El número que sigue a cada frase de una respuesta lleva a su fuente: el documento, el lugar y el texto mismo. Si una respuesta es falsa o no viene al caso, valórela negativamente o pregunte con otras palabras.',
    toBrief:
      'Cito los documentos palabra por palabra y no puedo acortarlos ni reformularlos. Pregunte por un solo punto y obtendrá la frase que lo trata.',
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
        'Todavía no se ha incorporado ningún documento del que responder. Añada uno y vuelva a preguntar.',
    },
    beyond: {
      partly: 'Las frases sin número van más allá de la base de conocimiento.',
      wholly: 'La base de conocimiento no trata este tema; lo que sigue procede de conocimientos generales.',
      missing: 'No está en la base de conocimiento:',
    },
  },
};
