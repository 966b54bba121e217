import { useEffect, useId, useState } from 'preact/hooks';
import { mayTry } from '../api/access.ts';
import { listDocuments } from '../api/client.ts';
import { Dialog } from '../components/dialog.tsx';
import { Icon, type IconName } from '../components/icon.tsx';
import { undisguised } from '../components/name.tsx';
import { useLoaded } from '../components/use-loaded.ts';
import { t } from '../messages.ts';
import { documentHref, goTo } from '../router.ts';
import { toggleTheme } from '../theme.ts';
import { offeredViews } from '../views/registry.ts';

const TYPING_PAUSE_MS = 200;
const DOCUMENTS_SHOWN_MAX = 6;

interface Command {
  readonly id: string;
  readonly words: string;
  readonly icon: IconName;
  readonly act: () => void;
}

/** Finds a view, an action or a document by its words. Arrow keys choose, Enter acts. */
export function Palette({ onKeys, onClose }: { onKeys: () => void; onClose: () => void }) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const listId = useId();
  const documents = useFoundDocuments(text.trim());
  const words = text.toLowerCase().split(/\s+/);
  const commands = [
    ...commandsOf(onKeys).filter(({ words: name }) =>
      words.every((word) => name.toLowerCase().includes(word)),
    ),
    ...documents,
  ];
  const current = Math.min(chosen, commands.length - 1);

  function act(command: Command | undefined): void {
    if (!command) return;
    onClose();
    command.act();
  }

  return (
    <Dialog title={t('Go to')} onClose={onClose}>
      <div class="palette stack gap-m">
        <input
          type="text"
          dir="auto"
          autofocus
          // biome-ignore lint/a11y/noRedundantRoles: it has no `datalist`, which would imply it
          role="combobox"
          list={undefined}
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={commands[current] && `${listId}-${current}`}
          aria-label={t('A view, an action or a document')}
          placeholder={t('A view, an action or a document')}
          value={text}
          onInput={(event) => {
            setText(event.currentTarget.value);
            setChosen(0);
          }}
          onKeyDown={(event) => {
            const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
            if (step !== undefined) setChosen((current + step + commands.length) % commands.length);
            else if (event.key === 'Enter') act(commands[current]);
            else return;
            event.preventDefault();
          }}
        />
        <div id={listId} role="listbox" class="palette-list" aria-label={t('Found')}>
          {commands.map((command, i) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus, and points here
            // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the field does the same
            <div
              key={command.id}
              id={`${listId}-${i}`}
              role="option"
              class="command row"
              aria-selected={i === current}
              onMouseMove={() => setChosen(i)}
              onClick={() => act(command)}
            >
              <Icon name={command.icon} />
              <span class="clip grow" dir="auto">
                {command.words}
              </span>
            </div>
          ))}
        </div>
        {commands.length === 0 && <p class="aside">{t('Nothing has this name.')}</p>}
      </div>
    </Dialog>
  );
}

function commandsOf(onKeys: () => void): Command[] {
  const begin: Command = {
    id: 'new',
    words: t('New conversation'),
    icon: 'plus',
    act: () => goTo({ view: 'ask' }),
  };
  return [
    ...(mayTry('ask') ? [begin] : []),
    ...offeredViews().map(({ name, label, icon }) => ({
      id: name,
      words: label,
      icon,
      act: () => goTo({ view: name }),
    })),
    { id: 'theme', words: t('Switch between light and dark'), icon: 'moon', act: toggleTheme },
    { id: 'keys', words: t('Keyboard shortcuts'), icon: 'keyboard', act: onKeys },
  ];
}

/** Documents with this text in their title, soon after it was typed. */
function useFoundDocuments(text: string): Command[] {
  const [sought, setSought] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSought(text), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const { value } = useLoaded(sought, async (asking) =>
    sought === ''
      ? null
      : await listDocuments({ q: sought, limit: DOCUMENTS_SHOWN_MAX }, { ...asking, askForKey: 'never' }),
  );
  if (text === '' || !value) return [];
  return value.docs.map(({ doc_id, title }) => ({
    id: `document ${doc_id}`,
    words: undisguised(title),
    icon: 'document',
    act: () => {
      location.hash = documentHref(doc_id);
    },
  }));
}
