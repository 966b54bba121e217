import { useState } from 'preact/hooks';
import { Field } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { Menu, type MenuItem } from '../../components/menu.tsx';
import { useMayTry } from '../../components/use-may.ts';
import { t } from '../../messages.ts';
import { type Conversation, renameConversation, TITLE_UNITS_MAX } from './conversations.ts';
import { exportMarkdown } from './export.ts';
import { ShareDialog } from './share-dialog.tsx';

/** What can be done with a conversation. */
export function ConversationMenu(props: {
  readonly conversation: Conversation;
  readonly onDelete: () => void;
}) {
  const { conversation, onDelete } = props;
  const { title, turns } = conversation;
  const [dialog, setDialog] = useState<'rename' | 'share' | null>(null);
  const close = () => setDialog(null);
  const isAnswered = turns.some(({ meta }) => meta !== null);
  const mayShare = useMayTry('share');
  const items: (MenuItem | false)[] = [
    { label: t('Rename'), icon: 'edit', onChoose: () => setDialog('rename') },
    isAnswered && mayShare && { label: t('Share a copy'), icon: 'link', onChoose: () => setDialog('share') },
    isAnswered && {
      label: t('Export as Markdown'),
      icon: 'download',
      onChoose: () => exportMarkdown(conversation),
    },
    { label: t('Delete'), icon: 'trash', onChoose: onDelete },
  ];
  return (
    <>
      <Menu
        label={t('Options for {title}', { title })}
        icon="more"
        items={items.filter((item) => item !== false)}
      />
      {dialog === 'rename' && <RenameDialog conversation={conversation} onClose={close} />}
      {dialog === 'share' && <ShareDialog conversation={conversation} onClose={close} />}
    </>
  );
}

function RenameDialog({ conversation, onClose }: { conversation: Conversation; onClose: () => void }) {
  const [title, setTitle] = useState(conversation.title);
  return (
    <FormDialog
      title={t('Rename the conversation')}
      action={t('Rename')}
      canSend={title.trim() !== ''}
      onSend={() => {
        renameConversation(conversation.id, title.trim());
        onClose();
      }}
      onClose={onClose}
    >
      <Field label={t('Name')} autofocus maxLength={TITLE_UNITS_MAX} value={title} onText={setTitle} />
    </FormDialog>
  );
}
