/**
 * Whether a word, in lower case, turns a statement into its opposite, in any of seventeen languages. French `ne` is left out, since it
 * comes in pairs with `pas`, and so are words that mean something common in a neighbouring language (Italian `mai`).
 */
export function isNegation(word: string): boolean {
  return NEGATIONS.has(word) || /n['’]t$/u.test(word) || /[不没無无非未别勿]|ไม่/u.test(word);
}

const NEGATIONS = new Set(
  (
    'no not never none nor neither nobody nothing without cannot ' +
    'nicht kein keine keinen keinem keiner keines nie niemals ohne ' +
    'nunca jamás ningún ninguna ninguno tampoco sin ' +
    'nu niciodată nici niciun nicio fără ' +
    'не нет никогда нельзя без ' +
    'δεν μη μην ποτέ κανένας καμία χωρίς ' +
    'değil değildir yok hayır hiç asla ' +
    'لا لم لن ليس ليست غير بدون ' +
    'नहीं न मत ना कभी बिना ' +
    'không chưa chẳng đừng ' +
    'pas jamais aucun aucune sans ' +
    'non nessun nessuno nessuna senza ' +
    'não nenhum nenhuma sem ' +
    'niet geen nooit zonder ' +
    'nie nigdy żaden żadna żadne bez'
  ).split(' '),
);
