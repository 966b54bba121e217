/**
 * What chat clients ask a model for their own interface, in the name of the user: titles, tags, further questions.
 * These are no questions to the documents, so they are answered without a search.
 */

const TITLE_LENGTH_MAX = 80;

/** Open WebUI: a task, the JSON that it wants, and the conversation. */
const OPEN_WEBUI = /^### Task:[\s\S]*<chat_history>([\s\S]*)<\/chat_history>/;
/** LibreChat: a title as text. */
const LIBRECHAT = /^Provide a concise, 5-word-or-less title for the conversation[\s\S]*?\n([\s\S]*)/;

/** The reply to a task of a client's interface; undefined when the text is a question. */
export function interfaceReply(text: string): string | undefined {
  const [, conversation] = OPEN_WEBUI.exec(text) ?? [];
  if (conversation !== undefined) {
    const wantsTitle = /"title"/.test(text.slice(0, text.indexOf('<chat_history>')));
    return JSON.stringify(wantsTitle ? { title: firstQuestionIn(conversation) } : {});
  }
  const [, exchange] = LIBRECHAT.exec(text) ?? [];
  return exchange === undefined ? undefined : firstQuestionIn(exchange);
}

/** Of lines such as `USER: …`, shortened to a title. */
function firstQuestionIn(conversation: string): string {
  const [, line = ''] = /^\s*user: *(.*)/im.exec(conversation) ?? [];
  const characters = [...line.trim()];
  if (characters.length <= TITLE_LENGTH_MAX) return characters.join('');
  return `${characters.slice(0, TITLE_LENGTH_MAX - 1).join('')}…`;
}
