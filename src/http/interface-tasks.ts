/**
 * What chat clients send in the name of the user. Titles, tags and further questions for their own interface are no
 * questions to the documents, so they are answered without a search.
 */

const TITLE_LENGTH_MAX = 80;

/** Open WebUI: a task, the JSON that it wants, and the conversation. */
const OPEN_WEBUI = /^### Task:[\s\S]*<chat_history>([\s\S]*)<\/chat_history>/;
/** LibreChat and Continue: a title as text. The first sends the exchange, the second the answer. */
const TITLE = /^.*\btitle for the (?:conversation|chat)\b.*\n+(?:Conversation:\n)?([\s\S]*)/;

/** The reply to a task of a client's interface; undefined when the text is a question. */
export function interfaceReply(text: string): string | undefined {
  const [, conversation] = OPEN_WEBUI.exec(text) ?? [];
  if (conversation !== undefined) {
    const wantsTitle = /"title"/.test(text.slice(0, text.indexOf('<chat_history>')));
    return JSON.stringify(wantsTitle ? { title: firstQuestionIn(conversation) } : {});
  }
  const [, exchange] = TITLE.exec(text) ?? [];
  return exchange === undefined ? undefined : firstQuestionIn(exchange);
}

/** LibreChat: files as one block of code, in which they may have others. */
const LIBRECHAT_FILES = /^Attached document\(s\):\n```md[\s\S]*\n```\n(?=[\s\S]*\S)/;

/**
 * What the user has typed below the files that a client quotes. Open WebUI and Continue's command line do so in
 * `<context>`, LibreChat below a line of its own, Continue in an editor as code: this may belong to the question, unless
 * it makes it too long.
 */
export function typedIn(text: string, { charactersMax }: { charactersMax: number }): string {
  const typed = behind('</context>', text).replace(LIBRECHAT_FILES, '');
  return typed.length > charactersMax ? behind('```', typed) : typed;
}

function behind(end: string, text: string): string {
  return text.split(end).at(-1)!.trim() || text;
}

/** Of lines such as `USER: …`, or else the first line, shortened to a title. */
function firstQuestionIn(conversation: string): string {
  const [, line = ''] = /^\s*user: *(.*)/im.exec(conversation) ?? /^\s*(.*)/.exec(conversation) ?? [];
  const characters = [...line.trim()];
  if (characters.length <= TITLE_LENGTH_MAX) return characters.join('');
  return `${characters.slice(0, TITLE_LENGTH_MAX - 1).join('')}…`;
}
