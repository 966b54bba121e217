import type { LanguagePack } from './pack.ts';

/**
 * Articles, pronouns, prepositions, conjunctions, auxiliaries, question words and particles, as they are written and said.
 * The package `stopword` has `sistema`, `trabalho`, `nome` and `viagem` among its 549.
 */
const STOP_WORDS = [
  'o a os as um uma uns umas ao aos à às do da dos das no na nos nas num numa nuns numas dum duma pelo pela pelos pelas',
  'este esta estes estas isto esse essa esses essas isso aquele aquela aqueles aquelas aquilo deste desta destes destas disto desse dessa desses dessas disso daquele daquela daqueles daquelas daquilo neste nesta nestes nestas nisto nesse nessa nesses nessas nisso naquele naquela naqueles naquelas naquilo',
  'eu tu ele ela nós vós eles elas você vocês gente me te se lhe lhes vos mim ti si comigo contigo consigo conosco connosco dele dela deles delas nele nela neles nelas',
  'meu minha meus minhas teu tua teus tuas seu sua seus suas nosso nossa nossos nossas vosso vossa mesmo mesma mesmos mesmas próprio própria',
  'que quê quem qual quais quando quanto quanta quantos quantas onde aonde como porque porquê cujo cuja',
  'e ou mas nem porém pois se embora enquanto conforme então portanto também tampouco além tanto tão assim',
  'de em para pra pro por com sem sob sobre até desde entre contra ante após durante perante segundo via',
  'não mais menos muito muita muitos muitas pouco pouca poucos poucas todo toda todos todas tudo outro outra outros outras algum alguma alguns algumas algo alguém nada ninguém nenhum nenhuma cada qualquer quaisquer vários várias só apenas já ainda sempre aqui ali lá aí',
  'sou és é somos são era eras éramos eram fui foi foram fosse fossem for forem sendo sido ser será serão seria seriam seja sejam',
  'estou está estás estamos estão estava estavam esteja estejam esteve estiver estiverem estando estado estar tá',
  'tenho tens tem têm temos tinha tinham teve tiveram tenha tenham tiver tiverem tendo tido ter terá terão teria há haver havia houve haja hei',
  'posso podes pode podemos podem podia podiam poderia poderiam poderá poderão possa possam puder poder devo deves deve devemos devem deveria deveriam deverá deverão dever',
  'quero queres quer queremos querem queria gostaria vou vai vamos vão dá dar',
].join(' ');

export const pt: LanguagePack = {
  code: 'pt',
  diacritics: 'a:ãáâà e:éê i:í o:óõô u:ú c:ç',
  stopWords: { lists: [], own: STOP_WORDS },
  stemmer: 'portuguese',
  everydayWords: new URL('everyday-words/pt.txt', import.meta.url),
  translations: new URL('translations/pt.txt', import.meta.url),
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
  },
  interrogatives: 'quando|onde|quem|quant[oa]s?',
  fillers:
    'chama chamam descreva dura duram durar existe existem explica explique favor faz fazer faço jeito obrigado possível preciso saber serve servem significa significam tempo tipo',
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
  documentRequests: {
    which:
      '(?:(?:liste|listar|mostre|busque|encontre)(?: todos)?(?: os)? documentos|(?:que|quais|qual) documentos?|há documentos|tem documentos)(?: que)? (?:falam?|tratam?|mencionam?|descrevem?|explicam?|sobre|acerca|relacionados)(?: (?:sobre|de|do|da|dos|das|com))?(?: (?:o|a|os|as))? (.+)',
    author: 'quem (?:escreveu|redigiu|publicou|criou) (.+)|quem é (?:o autor|a autora) d[eoa]s? (.+)',
    date: 'quando foi (?:escrito|redigido|publicado|criado|atualizado|modificado)a? (.+)|de quando é (.+)',
    aboutTitle: 'De que trata “{title}”?',
    subject:
      '(?:de|do|sobre) (?:o )?que (?:tratam?|falam?) (.+)|qual é o (?:tema|assunto|conteúdo) d[eoa]s? (.+)',
    nouns:
      '(?:(?:o|a|os|as|do|da|este|esta) )?(?:documentos?|arquivos?|ficheiros?|livros?|relatórios?|artigos?|páginas?|textos?|apresentaç(?:ão|ões))',
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
      empty:
        'Não há nenhum documento de onde responder. Adicione um, ou verifique o filtro e as suas permissões, e pergunte de novo.',
    },
    beyond: {
      partly: 'As frases sem número vão além da base de conhecimento.',
      wholly: 'A base de conhecimento não trata deste assunto; o que se segue vem de conhecimento geral.',
      missing: 'Não está na base de conhecimento:',
    },
  },
  announcements: 'ver também',
};
