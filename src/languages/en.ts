import type { LanguagePack } from './pack.ts';
import { stemEnglish } from './stemmers/english.ts';

/**
 * Lucene's 33 words, then question words, auxiliaries and pronouns, then fragments of contractions. Imperatives
 * (`list`, `show`, `find`, `describe`) are left out, as they are content in manuals. Measured: +0.014 nDCG@10 over the
 * 33 alone.
 */
const STOP_WORDS = [
  'a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with',
  'what which who whom whose when where why how do does did can could should would may might must shall have has had am been being were',
  'i me my we us our you your he him his she her hers its them any some about than so also just',
  "don't doesn't didn't can't cannot couldn't shouldn't wouldn't won't mustn't haven't hasn't hadn't isn't aren't wasn't weren't ain't needn't mightn't shan't oughtn't daren't",
].join(' ');

export const en: LanguagePack = {
  code: 'en',
  capitals: 'names',
  contractions: 're ve ll d m',
  stopWords: { lists: [], own: STOP_WORDS },
  stemmer: stemEnglish,
  acronyms: 'IT WHO',
  everydayWords: new URL('everyday-words/en.txt', import.meta.url),
  verbParticles: 'off out up down back away over on in through around apart together along forward',
  conjunctions: { and: 'and', or: 'or', but: 'but|while|whereas', to: 'to' },
  negations: 'no not never none nor neither nobody nothing nowhere without cannot hardly barely',
  negativeForms: "\\p{L}*n['’]t",
  abbreviations: {
    always:
      'v mr mrs ms mx dr prof rev hon gen col lt sgt capt cmdr sen rep gov pres messrs st ste mt ft vs viz cf e.g i.e eg ie approx esp incl resp ibid al figs eqs refs secs vols nos',
    beforeNumber:
      'no nos fig sec sect eq ref p pp vol ch chap tab table par para art ex ext app col line ver v ps jan feb mar apr may jun jul aug sep sept oct nov dec c',
  },
  numerals: {
    2: 'two',
    3: 'three',
    4: 'four',
    5: 'five',
    6: 'six',
    7: 'seven',
    8: 'eight',
    9: 'nine',
    10: 'ten',
    11: 'eleven',
    12: 'twelve',
    13: 'thirteen',
    14: 'fourteen',
    15: 'fifteen',
    16: 'sixteen',
    17: 'seventeen',
    18: 'eighteen',
    19: 'nineteen',
    20: 'twenty',
    30: 'thirty',
    40: 'forty',
    50: 'fifty',
    60: 'sixty',
    70: 'seventy',
    80: 'eighty',
    90: 'ninety',
    100: 'hundred',
  },
  quantities:
    'hundreds thousand thousands million millions billion trillion dozen half third quarter once twice double triple zero none',
  ordinalSuffixes: 'st nd rd th',
  timeWords:
    'century centuries decade decades year years month months weekend weekends weekday weekdays mondays tuesdays wednesdays thursdays fridays saturdays sundays',
  monthHomonyms: 'may',
  units: { '%': 'percent', $: 'dollar dollars', '€': 'euro euros eur', '¥': 'yen', '₹': 'rupee rupees' },
  questionTypes: {
    time: [
      '(?<!(?<![\\p{L}])(?:what|which|who|whom|how|why|where)(?![\\p{L}]).*)when',
      '(?:what|which) (?:\\p{L}+ )?(?:year|date|day|month|decade|century|era|period|season|time)s?',
      'how long ago',
    ],
    number: [
      'how (?:many|much|long|far|old|tall|high|big|large|deep|fast|often|heavy|wide|soon|late|early)',
      'what (?:is |was |are |were )?(?:the )?(?:\\p{L}+ )?(?:percentage|percent|proportion|number|amount|fraction|share|population|size|price|cost|rate|ratio|age|height|length|width|depth|weight|speed|distance|temperature|score|limit|maximum|minimum)',
      "what(?:[’']s| is| was| are| were| will be| would be) (?:the|its|their|his|her|our|my|your|this|(?:[\\p{L}\\p{N}.&-]+ ){0,3}[\\p{L}\\p{N}.&-]+(?:[’']s|s[’']))(?: (?!(?:of|in|for|at|on|to|from|by|with|over|and|or|that|which|who|between|about|than|i|you|we) )[\\p{L}\\p{N}.&’'()/-]+){0,7}? (?:revenues?|incomes?|earnings|sales|turnover|costs?|prices?|fees?|charges?|rates?|ratio|tax(?:es)?|profits?|loss(?:es)?|margins?|expenses?|expenditures?|salary|salaries|wages?|bonus|budget|payments?|dividends?|debt|assets|liabilities|equity|cash flows?|amount|quantity|totals?|sum|balance|value|shares?|percentage|proportion|fraction|number|count|size|length|width|height|depth|weight|distance|(?:land|surface|total|floor) area|volume|capacity|speed|temperature|population|age|lifespan|duration|frequency|score|limit|maximum|minimum|threshold|quota|discount|penalty|deductible|premium|growth|increase|decrease|overhead|timeout)(?= (?:in|of|for|at|on|to|from|by|per|as|during|over|under|between|before|after|that|when|if|did|does|do|is|was|are|were|has|have|had|paid|attributable|each|every|last|this|\\p{N}+)(?!\\p{L})|[?,.;(]|\\s*$)",
      '(?:what|which) (?:\\p{L}+ ){0,2}(?:revenues?|incomes?|earnings|sales|turnover|costs?|prices?|fees?|charges?|rates?|ratio|tax(?:es)?|profits?|loss(?:es)?|margins?|expenses?|expenditures?|salary|salaries|wages?|bonus|budget|payments?|dividends?|debt|assets|liabilities|equity|cash flows?|amount|quantity|totals?|sum|balance|value|shares?|percentage|proportion|fraction|number|count|size|length|width|height|depth|weight|distance|(?:land|surface|total|floor) area|volume|capacity|speed|temperature|population|age|lifespan|duration|frequency|score|limit|maximum|minimum|threshold|quota|discount|penalty|deductible|premium|growth|increase|decrease|overhead|timeout) (?:did|does|do|has|have|had|was|were|is|are)',
    ],
    person:
      'who|whom|whose|(?:which|what) (?:person|man|woman|people|king|queen|president|author|scientist|player|leader|team|company|group|organi[sz]ation)',
    place:
      'where|(?:which|what) (?:\\p{L}+ )?(?:city|cities|country|countries|state|town|village|place|location|region|province|district|county|continent|area|island|river|sea|ocean|venue|stadium|neighbou?rhood)',
    reason:
      'why|how come|what (?:is|was|are|were) the (?:\\p{L}+ )?(?:reason|cause|purpose|motive|rationale)s?|(?:what|which) (?:reason|purpose|cause)s?|what (?:causes|caused|led|prompted|motivated)',
  },
  interrogatives: 'who|what|when|where|why|how|which',
  fillers:
    'about actually already also anybody anymore anyone anything anywhere arent basically called could couldnt describe didnt doesnt dont dunno during even ever everybody everyone everything everywhere exactly explain folks give gonna gotta guys happen happened happens havent hello hers herself hey hi himself hows im isnt itself ive kind lets list long lot lots many maybe mean means might mine more most much must myself name named nobody none nothing often ok okay only ours ourselves over perhaps please precisely pretty probably quite rather really same shall should shouldnt simply some somebody somehow someone something somewhere stand stands still take takes tell thank thanks thats theirs themselves theyre too type up upon very wanna wasnt whatever whats whenever wheres wherever whichever whoever whos wonder wondering would wouldnt yeah yes yet youre yours yourself yourselves',
  amountPhrases: 'how many|how much',
  comparisons: {
    joins: 'vs\\.?|versus|compared (?:to|with)|(?<=compare [^?]*)with',
    contrasts: 'than|as opposed to|(?<=differ [^?]*)from',
    words: 'compar(?:ed?|ison)|differ(?:s|ences?)?',
  },
  demonstratives: 'that|those|one|ones',
  writingRequests: {
    polite:
      "please|(?:can|could|would|will) you(?: please)?|i(?: would|['’]d) like you to|i (?:want|need) you to|help me(?: to)?",
    openings: [
      'summari[sz]e|sum up|paraphrase|rephrase|rewrite|shorten|translate',
      '(?:write|draft|compose)(?: me| us)? (?:an?|the|some)',
      '(?:give|write|make|create)(?: me| us)? (?:an?|the)(?: \\p{L}+)? (?:summary|overview|abstract|translation|recap)',
      'tl;?dr',
    ],
  },
  howTo: {
    openings:
      'add|adjust|apply|assign|avoid|choose|compare|configure|connect|convert|create|customi[sz]e|delete|disable|edit|embed|enable|find|fix|generate|get|give|hide|import|insert|install|invite|join|keep|make|manage|migrate|move|open(?! source)|organi[sz]e|prevent|protect|publish|reach|recover|remove|rename|reopen|resolve|restore|restrict|run|save|see|select|send|share|show|sign (?:in|out|up)|log (?:in|out)|turn (?:on|off)|set up|uninstall|upload|view|write|(?:access|change|check|close|contact|copy|download|exit|export|link|pin|print|report|request|reset|search|start|stop|switch|sync|test|update|upgrade) (?:an?|the|your|my|it|to|from|for|with|on|between|all)|use(?! cases?)',
    lead: 'how to',
    own: { yours: 'your', mine: 'my' },
    question: 'How do I {heading}?',
  },
  documentRequests: {
    which:
      '(?:(?:(?:please|can you|could you) )?(?:list|show|give|name|find)(?: me| us)? (?:all |every |any )?(?:(?:the|your|our) )?documents?|(?:which|what)(?: of (?:the|your|our))? documents?(?: do (?:you|we) have| are there| exist)?|(?:are there|do (?:you|we) have)(?: any)? documents)(?: that| which)?(?: are)? (?:about|on|regarding|concerning|mention(?:s|ing)?|cover(?:s|ing)?|discuss(?:es|ing)?|describ(?:es?|ing)|explain(?:s|ing)?|(?:talk|tell|speak)(?:s|ing)? (?:of|about)|deal(?:s|ing)? with|refer(?:s|ring)? to) (.+)',
    author:
      "who (?:wrote|authored|published|has written) (.+)|who(?: is|['’]s| are| was| were) the (?:authors?|writers?|editors?) of (.+)|who(?: is| was|['’]s) (.+?) (?:written )?by|by whom (?:is|was) (.+?) written|who created (.+)",
    date: "when (?:is|was|were) (.+?) (?:from|dated|(?:first |last )?(?:written|published|issued|released|created|made|updated|revised|reviewed|changed|modified))|(?:what(?: is|['’]s| was) )?the date of (.+)|how (?:old|recent|current|up[- ]to[- ]date) is (.+)",
    aboutTitle: 'What is “{title}” about?',
    subject:
      "what(?: is|['’]s| are| was) (.+?) about|what does (.+?) (?:deal with|talk about)|what(?: is|['’]s) the (?:topic|subject|gist) of (.+)",
    nouns:
      '(?:the |this |that |our )?(?:documents?|docs?|files?|papers?|books?|reports?|articles?|pages?|pdfs?|presentations?|texts?|e-?mails?)',
  },
  continuations: {
    openings: 'and|but|or|also|then|so|i|what about|how about|what else|why not',
    pronouns:
      'it|its|they|them|their|theirs|he|him|his|she|her|hers|this|that|these|those|one|ones|there|same',
  },
  elaborations:
    'more further better explain elaborate clarify expand detail details info information go continue else anything example examples why come say show',
  smallTalk: {
    greetings:
      'hi|hello|hey|hi there|hello there|good morning|good afternoon|good evening|how are you|how is it going|nice to meet you',
    thanks:
      'thanks|thank you|thank you very much|thanks a lot|many thanks|thank you so much|that helps|that helped|this helped|it helped|that helped a lot|that was helpful|very helpful',
    farewells: 'bye|goodbye|see you|good night|have a nice day',
    help: 'what can you do|what can i ask|what can i ask you|who are you|what are you|what do you do|what is this|how do you work|how does this work|how can you help me|can you help me|help|help me|are you a bot|are you a robot|are you a human|are you human|are you a person|are you a machine|can i trust you|why should i trust you|what documents do you have|which documents do you have|how many documents do you have|what documents are there|list documents|list the documents|list all documents|show all documents|what do you know',
    remarks:
      'ok|okay|yes|yes please|no|no thanks|great|good|perfect|right|sure|got it|i see|sorry|really|is that true|is that right|are you sure|that s wrong|that is wrong|where does it say that|what is the source|how do you know|never mind|wrong|that s not true|that is not true|that s not what i meant|that is not what i meant|that s not what i asked|that is not what i asked|that does not help|that doesn t help|that did not help|that didn t help|not helpful|that does not work|that doesn t work|that did not work|that didn t work|i don t understand|i do not understand',
    rewrites:
      'shorter|shorter please|in short|summarise|summarize|summarise that|summarize that|summary|simpler|in simple words|in other words|rephrase that|translate that',
  },
  replies: {
    toGreeting: 'Hello! Ask me anything about the documents in the knowledge base.',
    toThanks: 'You’re welcome.',
    toFarewell: 'Goodbye.',
    toHelp:
      'I answer questions from the documents in the knowledge base and show the source of each sentence. If the documents have no answer, I say so. Ask about one thing at a time, in your own words.',
    toRemark:
      'The number after each sentence leads to its source. To continue, ask a question that names what it is about.',
    aboutTopic: 'What should I know about “{topic}”?',
    refusal: {
      unwritten:
        'I quote documents; I can’t summarise, translate or write without a language model. Ask about one point, or read the documents themselves.',
      unsure: 'I found no sure answer to this question. These passages may help.',
      unsupported:
        'Nothing in the knowledge base supports an answer to this question. Try other words, ask about one thing at a time, or add a document that covers it.',
      unclear:
        'Nothing in the knowledge base supports an answer to this question as I understood it. Ask it again as a complete question that names its subject, or add a document that covers it.',
      exhausted:
        'The knowledge base says nothing more about this. Ask about one point of it, or add a document that covers it.',
      empty:
        'There is no document to answer from. Add one, or check the filter and your access, and ask again.',
    },
    beyond: {
      partly: 'Sentences without a number go beyond the knowledge base.',
      wholly: 'The knowledge base does not cover this; the following comes from general knowledge.',
      missing: 'Not in the knowledge base:',
    },
  },
  placePrepositions: 'in at near from to of on across around outside inside throughout',
  announcements: [
    'see also|further reading|related (?:links|pages|topics|documents|articles)(?=:|$)',
    '(?:please )?(?:see|refer to) (?:[^\\s.;]+ ){1,8}for (?:more|further|full|additional) (?:information|details?)[.)]*$',
    'for (?:more|further) (?:information|details?),? (?:please )?(?:see|refer to)',
    '(?:this|the following) (?:page|section|guide|document|tutorial|handbook|topic) (?:explains|describes|covers|shows|lists|contains|tells|outlines|is about)',
  ],
  machineOrders: [
    '(?:ignore|disregard|forget|override)(?!\\p{L})[^.\\n]{0,60}(?<!\\p{L})(?:instructions?|prompts?|questions?|documents)(?!\\p{L})',
    '(?:note|notice|message|instructions?|attention)[ :,]{1,3}(?:to |for )?(?:all |any |every )?(?:ai|llms?|language models?|chatbots?|assistants?)(?!\\p{L})',
    '(?:new|updated|secret|hidden) (?:system )?(?:instructions?|prompts?)\\s*:',
    '(?:answer|reply|respond)(?: to)? (?:only|(?:any|every|all) questions?)(?!\\p{L})|answer to (?:any|every|all) questions?',
    'you are now (?:in|an?) ',
  ],
  titles: {
    generic:
      'a about additional also an and appendix basics before begin by case catalog catalogue chapter checklist content contents data datasheet default details doc docs document documentation example examples faq faqs features file files flowchart for form functional further general getting guide help helpful home index info information intro introduction is it item learn links main manual miscellaneous more name new next non note notes of official on options other overview page part please preface prerequisites print product quick read reading readme reference related report requirements resources sample schematic script section see settings setup sheet slide slides specification specifications start started steps study summary supporting template test text the this title to untitled usage use useful user version vision welcome what worksheet you your',
    introductions:
      'abstract|introduction|summary|overview|preface|foreword|about this (?:book|document|report|guide)',
    parts: 'chapter|part|section|appendix|policy|slide|page|sheet',
    placeholders:
      'untitled(?: (?:document|spreadsheet|presentation))?|no ?title|title|document|word document|(?:microsoft )?powerpoint[- ]presentation|test|general|template',
  },
};
