import type { LanguagePack } from './pack.ts';

export const pt: LanguagePack = {
  code: 'pt',
  stopWords: { lists: ['por', 'porBr'] },
  stemmer: 'portuguese',
  marks: 'a:ãáâà e:éê i:í o:óõô u:ú c:ç',
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
  timeWords: 'século década ano anos mês meses',
  negations: 'não nunca jamais nenhum nenhuma ninguém nada nem sem',
  units: { $: 'dólar dólares', '€': 'euro euros eur' },
  ordinalSuffixes: 'º ª .º .ª',
  abbreviations: { always: 'sra srta pág págs cap art núm' },
  asks: {
    time: '(?:que|qual) (?:ano|data|dia|mês|século)|quando',
    number: 'quant[oa]s?|qual (?:a )?(?:porcentagem|percentagem|quantidade)',
    person: 'quem',
    place: 'onde',
    reason: 'por que|porquê',
    definition: 'o que (?:é|são|significa)',
  },
  asking: {
    words:
      'quanto quanta quantos quantas quando como onde quem qual quais porque porquê posso pode podem podemos tenho tem temos devo deve há fazer faço quero preciso existe tempo aí',
    values:
      'preço custo custa custam duração dura comprimento tamanho número quantidade valor data prazo motivo razão telefone endereço significado hora horas',
  },
  interrogatives: 'quando|onde|quem|quant[oa]s?',
  conjunctions: { and: 'e', or: 'ou', but: 'mas' },
  fillers: 'quando',
  durationPhrases: 'quanto tempo',
  countPhrases: 'quant[oa]s?|número de',
  forms: { year: '(?:que|qual) ano' },
  cues: { percentage: 'porcentage\\p{L}*|percentage\\p{L}*|por cento', money: 'euros?|dólar(?:es)?|reais' },
  announcements: 'ver também',
  linkSections: 'ver também',
  contentsTitles: 'índice|página|sumário',
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
  continues: { openings: 'e|mas', pointing: 'ele|ela|eles|elas|isso|isto|lá|aí' },
  goesOn: {
    more: 'mais|melhor|explicar|explique|explica|detalhes|continue|continua|o que mais',
    reason: 'por quê|por que|porquê|porque',
    example: 'exemplo|exemplos',
    fillers: 'pode|podes|por favor|me|dá|dê|diga|conta|isso|um|e|ok|por',
  },
  smallTalk: {
    greetings: 'olá|ola|oi|bom dia|boa tarde|boa noite|tudo bem|como vai|como está|e aí|olá a todos',
    thanks: 'obrigado|obrigada|muito obrigado|muito obrigada',
    farewells: 'tchau|adeus|até logo|até breve',
    abouts:
      'o que você pode fazer|o que você faz|quem é você|quem és tu|como funciona|ajuda|qual é o seu nome|você é um robô|que documentos você tem|quais documentos você tem|o que você sabe',
    nods: 'ok|está bem|tá bom|sim|sim por favor|não|não obrigado|não obrigada|bom|muito bom|ótimo|perfeito|legal|claro|certo|entendi|entendo|interessante|o quê|desculpe|deixa',
    doubts:
      'onde diz isso|onde está isso|de onde vem isso|qual é a fonte|qual a fonte|fonte|fontes|é verdade|isso é verdade|sério|tem certeza|você tem certeza|tens a certeza|isso está errado|está errado|errado|não é verdade|isso não é verdade|é mentira',
    briefs:
      'mais curto|mais breve|em resumo|resuma|resume|resumo|mais simples|em outras palavras|por outras palavras|traduza',
  },
  replies: {
    toGreeting: 'Olá! Pergunte o que quiser sobre os documentos da base de conhecimento.',
    toThanks: 'De nada! Pergunte sempre que quiser.',
    toFarewell: 'Até logo! Pergunte sempre que quiser.',
    toAbout:
      'Respondo a perguntas com base nos documentos da base de conhecimento. Cada frase indica onde está, e aviso quando eles não têm resposta. Pergunte com as suas palavras, uma coisa de cada vez.',
    toNod: 'Faça a próxima pergunta quando quiser e diga nela do que se trata.',
    toDoubt:
      'O número depois de cada frase de uma resposta leva à sua fonte: o documento, o lugar e o próprio texto. Se uma resposta estiver errada ou fora do assunto, avalie-a negativamente ou pergunte com outras palavras.',
    toBrief:
      'Cito os documentos palavra por palavra e não posso encurtá-los nem reformulá-los. Pergunte sobre um só ponto e terá a frase que trata dele.',
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
};
