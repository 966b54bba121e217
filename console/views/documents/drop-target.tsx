import { useState } from 'preact/hooks';
import { useWindowEvent } from '../../components/use-window-event.ts';
import { t } from '../../messages.ts';
import { goTo, place } from '../../router.ts';
import { add } from './adding.ts';
import { droppedFiles } from './dropped-files.ts';

/**
 * Takes in files that are dropped anywhere, on every page, and shows how they fare. Without it the browser would leave
 * the console to show the file.
 */
export function DropTarget() {
  const [isOver, setOver] = useState(false);
  useWindowEvent('dragover', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    if (isBehindDialog()) event.dataTransfer!.dropEffect = 'none';
    else setOver(true);
  });
  // The pointer has left the window when it enters no other element.
  useWindowEvent('dragleave', (event) => event.relatedTarget === null && setOver(false));
  useWindowEvent('drop', (event) => {
    setOver(false);
    if (!hasFiles(event)) return;
    event.preventDefault();
    if (isBehindDialog()) return;
    void droppedFiles(event.dataTransfer!).then(add);
    if (place.get().view !== 'documents') goTo({ view: 'documents' });
  });
  return isOver ? (
    <p class="drop-veil" aria-hidden="true">
      {t('Drop files or folders to add them')}
    </p>
  ) : null;
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false;
}

function isBehindDialog(): boolean {
  return document.querySelector('dialog[open]') !== null;
}
