import type { LanguagePack } from './pack.ts';

export const pt: LanguagePack = {
  code: 'pt',
  diacritics: 'a:ãáâà e:éê i:í o:óõô u:ú c:ç',
  stopWords: { lists: ['por', 'porBr'] },
  stemmer: 'portuguese',
  conjunctions: { and: 'e', or: 'ou', but: 'mas' },
  negations: 'não nunca jamais nenhum nenhuma ninguém nada nem sem',
  abbreviations: { always: 'sra srta pág págs cap art núm' },
  numerals: {
    2: 'dois duas',
    3: 'três',
    4: 'quatro',
    5: 'cinco',
    6: 'seis',
    7: 'sete',
    8: 'oito',
    9: 'nove',
    10: 'dez',
    11: 'onze',
    12: 'doze',
    13: 'treze',
    14: 'quatorze catorze',
    15: 'quinze',
    20: 'vinte',
    30: 'trinta',
    40: 'quarenta',
    50: 'cinquenta',
    60: 'sessenta',
    70: 'setenta',
    80: 'oitenta',
    90: 'noventa',
    100: 'cem cento',
  },
  quantities: 'mil milhão milhões metade terço quarto dobro',
  ordinalSuffixes: 'º ª .º .ª',
  timeWords: 'século década ano anos mês meses',
  units: { $: 'dólar dólares', '€': 'euro euros eur' },
  questionTypes: {
    time: '(?:que|qual) (?:ano|data|dia|mês|século)|quando',
    number: 'quant[oa]s?|qual (?:a )?(?:porcentagem|percentagem|quantidade)',
    person: 'quem',
    place: 'onde',
    reason: 'por que|porquê',
    definition: 'o que (?:é|são|significa)',
  },
  answerForms: { year: '(?:que|qual) ano' },
  interrogatives: 'quando|onde|quem|quant[oa]s?',
  fillers:
    'aí como deve devo existe fazer faço há onde pode podem podemos porque porquê posso preciso quais qual quando quanta quantas quanto quantos quem quero tem temos tempo tenho',
  durationPhrases: 'quanto tempo',
  comparisons: {
    joins: 'vs\\.?|(?<=compar[^?]*)com',
    contrasts: '(?<=(?:mais|menos) [^?]*)que',
    words: 'compar(?:ar|a|ação)|diferenças?',
  },
  demonstratives: 'aquel[ea]s?',
  writingRequests: {
    polite: 'por favor,?|pode|poderia',
    openings: '(?:resum[ea](?:n|r|me)?|traduz(?:a|ir)?|redij[ao])',
  },
  continuations: { openings: 'e|mas', pronouns: 'ele|ela|eles|elas|isso|isto|lá|aí' },
  elaborations:
    'mais melhor explicar explique explica detalhes continue continua exemplo exemplos porquê porque podes dê diga conta',
  smallTalk: {
    greetings: 'olá|ola|oi|bom dia|boa tarde|boa noite|tudo bem|como vai|como está',
    thanks: 'obrigado|obrigada|muito obrigado|muito obrigada',
    farewells: 'adeus|tchau|até logo|até breve',
    help: 'o que você pode fazer|o que podes fazer|o que você faz|quem é você|quem és tu|como funciona|ajuda|me ajude|que documentos você tem|quais documentos você tem|que documentos tens',
    remarks:
      'ok|sim|sim por favor|não|não obrigado|bem|muito bem|perfeito|claro|certo|entendi|entendo|desculpe|sério|é verdade|isso é verdade|tem certeza|você tem certeza|tens a certeza|está errado|não é verdade|onde diz isso|onde está escrito|qual é a fonte',
    rewrites:
      'mais curto|em resumo|resuma|resumo|mais simples|em outras palavras|por outras palavras|traduza isso',
  },
  replies: {
    toGreeting: 'Olá! Pergunte o que quiser sobre os documentos da base de conhecimento.',
    toThanks: 'De nada.',
    toFarewell: 'Até logo.',
    toHelp:
      'Respondo a perguntas com base nos documentos da base de conhecimento e mostro a fonte de cada frase. Se os documentos não tiverem a resposta, aviso. Pergunte com as suas palavras, uma coisa de cada vez.',
    toRemark:
      'O número depois de cada frase leva à sua fonte. Para continuar, faça uma pergunta que diga do que se trata.',
    aboutTopic: 'O que devo saber sobre “{topic}”?',
    refusal: {
      unwritten:
        'Cito documentos; sem um modelo de linguagem não posso resumir, traduzir nem redigir. Pergunte sobre um ponto concreto ou leia os próprios documentos.',
      unsure: 'Não encontrei uma resposta segura a esta pergunta. Estas passagens podem ajudar.',
      unsupported:
        'Nada na base de conhecimento sustenta uma resposta a esta pergunta. Tente outras palavras, pergunte uma coisa de cada vez ou adicione um documento que trate do assunto.',
      unclear:
        'Nada na base de conhecimento sustenta uma resposta a esta pergunta tal como a entendi. Faça-a de novo por inteiro, dizendo do que se trata, ou adicione um documento que trate do assunto.',
      exhausted:
        'A base de conhecimento não diz mais nada sobre isto. Pergunte sobre um ponto concreto ou adicione um documento que trate dele.',
      empty: 'Ainda não foi adicionado nenhum documento de onde responder. Adicione um e pergunte de novo.',
    },
    beyond: {
      partly: 'As frases sem número vão além da base de conhecimento.',
      wholly: 'A base de conhecimento não trata deste assunto; o que se segue vem de conhecimento geral.',
      missing: 'Não está na base de conhecimento:',
    },
  },
  cues: { percentage: 'porcentage\\p{L}*|percentage\\p{L}*|por cento', money: 'euros?|dólar(?:es)?|reais' },
  announcements: 'ver também',
  linkSections: 'ver também',
};
