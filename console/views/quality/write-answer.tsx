import { useState } from 'preact/hooks';
import { takeIn } from '../../api/documents.ts';
import { newId } from '../../api/new-id.ts';
import type { Gap } from '../../api/quality.ts';
import { addedWords } from '../../components/asked-words.tsx';
import { Field } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { inOneLine } from '../../components/in-one-line.ts';
import { Markdown } from '../../components/markdown.tsx';
import { orSay, say } from '../../components/toast.tsx';
import { t } from '../../messages.ts';

const QUESTION_MAX = 2_000;
const ANSWER_MAX = 10_000;
const NAME_LENGTH_MAX = 60;
/** Of what is written here, so that it can be found again. */
const TAG = 'answers';

/** Answers a question by a document that states the answer: its heading is the question. */
export function WriteAnswer({ gap, onClose }: { gap: Gap; onClose: () => void }) {
  const isFollowUp = addedWords(gap.as_asked, gap.question) !== undefined;
  const [question, setQuestion] = useState(isFollowUp ? gap.as_asked : gap.question);
  const [text, setText] = useState('');
  const answer = text.trim();

  async function send(): Promise<void> {
    onClose();
    const file = new File([`# ${inOneLine(question)}\n\n${answer}\n`], `${nameOf(question)}.md`, {
      type: 'text/markdown',
    });
    await orSay(t('The answer was not added'), async () => {
      await takeIn({ content: { file }, tags: [TAG], replaces: null }, { idempotencyKey: newId() });
      say(t('Added as a document. Docent answers from it in a moment'));
    });
  }

  return (
    <FormDialog
      title={t('Write the answer')}
      action={t('Add as a document')}
      canSend={answer !== '' && question.trim() !== ''}
      onSend={send}
      onClose={onClose}
    >
      <Field
        label={t('Question')}
        hint={
          isFollowUp
            ? t('It continued a conversation: write it so that it can be understood alone.')
            : undefined
        }
        maxLength={QUESTION_MAX}
        value={question}
        onText={setQuestion}
      />
      <Field
        label={t('Answer, in Markdown')}
        autofocus
        rows={6}
        maxLength={ANSWER_MAX}
        value={text}
        onText={setText}
      />
      {answer !== '' && (
        <section class="preview stack gap-m" aria-label={t('Preview')}>
          <Markdown text={answer} />
        </section>
      )}
    </FormDialog>
  );
}

function nameOf(question: string): string {
  const words = question.normalize('NFKD').replaceAll(/[^\p{L}\p{N}]+/gu, '-');
  return words.slice(0, NAME_LENGTH_MAX).replaceAll(/^-|-$/g, '').toLowerCase() || 'answer';
}
