/** The role whose holder a question asks for, such as `CEO`, and its owner, `PepsiCo`. */
export interface AskedRole {
  readonly role: string;
  readonly owner: string;
}

/** Null when a question does not ask for the holder of a role; English only. */
export function askedRole(question: string): AskedRole | null {
  const text = question.trim();
  const asked = (OF.exec(text) ?? OWNERS.exec(text))?.groups;
  return asked?.role && asked.owner ? { role: asked.role, owner: asked.owner } : null;
}

const WHO = "^[Ww]ho(?:[’']s| is| was| are| were)(?: the)?(?: current| present)?";
const WORD = '[^\\s?]+';
const END = '(?: in \\d{4})? ?\\?*$';
const OF = new RegExp(
  `${WHO} (?<role>${WORD}(?: (?!of |at |for )${WORD}){0,4}) (?:of|at|for) (?:the )?(?<owner>(?=\\p{Lu})${WORD}(?: ${WORD}){0,3}?)${END}`,
  'u',
);
const OWNERS = new RegExp(
  `${WHO} (?<owner>(?=\\p{Lu})${WORD}(?: ${WORD}){0,3}?)[’']s (?<role>${WORD}(?: ${WORD}){0,3}?)${END}`,
  'u',
);
