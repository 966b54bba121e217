/** A question of a conversation and its answer. */
export interface Turn {
  readonly question: string;
  readonly answer: string;
  /** The sentence of a quoted answer that answers. */
  readonly gist?: string;
  /** The question was refused, so its answer says nothing about the subject. */
  readonly refused?: true;
}

/** What was said before a question, as far as it is remembered. */
export interface Conversation {
  /** Oldest first, at most eight. */
  readonly turns: readonly Turn[];
  /** Content words of the turns before those, oldest first, each once. */
  readonly summary: readonly string[];
}

/** Nothing was said. */
export const NO_CONVERSATION: Conversation = { turns: [], summary: [] };

/** Whether a question may continue it. */
export function hasBefore({ turns, summary }: Conversation): boolean {
  return turns.length > 0 || summary.length > 0;
}
