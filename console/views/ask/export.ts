import type { ConversationCopy } from '../../api/shared.ts';
import { inOneLine } from '../../components/in-one-line.ts';
import { saveFile } from '../../components/save-file.ts';
import { labelOf } from '../../components/source-label.ts';
import type { Conversation, Turn } from './conversations.ts';

/** The conversation as Markdown: a heading for each question, its answer, and the sources by number. */
function markdownOf({ title, turns }: Pick<Conversation, 'title' | 'turns'>): string {
  return [`# ${inOneLine(title)}`, ...turns.filter(isShown).map(turnOf)].join('\n\n').concat('\n');
}

function turnOf(turn: Turn): string {
  const sources = turn.sources.map((source) => {
    const { n, url } = source;
    return `- [${n}] ${labelOf(source)}${url ? ` (${url})` : ''}`;
  });
  return [
    `## ${inOneLine(turn.question)}`,
    turn.text,
    ...(sources.length > 0 ? [sources.join('\n')] : []),
  ].join('\n\n');
}

export function exportMarkdown(conversation: Conversation): void {
  const name = inOneLine(conversation.title)
    .replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 80);
  saveFile(new Blob([markdownOf(conversation)], { type: 'text/markdown' }), `${name || 'conversation'}.md`);
}

/** What is shared of it: the questions that were answered. */
export function copyOf({ title, turns }: Conversation): ConversationCopy {
  return {
    title,
    turns: turns.flatMap(({ question, text: answer, sources, meta, changedAt = {} }) => {
      if (!meta) return [];
      const { model, grounded, statements, refused, synthesized } = meta;
      return [
        {
          ...{ question, answer, meta: { model, grounded, statements, refused, synthesized } },
          sources: sources as ConversationCopy['turns'][number]['sources'],
          changed_at: Object.fromEntries(
            sources.flatMap(({ doc_id: id }) => (changedAt[id] ? [[id, changedAt[id]]] : [])),
          ),
        },
      ];
    }),
  };
}

function isShown({ text }: Turn): boolean {
  return text !== '';
}
