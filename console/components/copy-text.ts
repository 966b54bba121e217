import { t } from '../messages.ts';
import { say } from './toast.tsx';

/** Copies text to the clipboard and says so; browsers offer one only on localhost or over HTTPS. */
export async function copyText(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say(t('{what} copied', { what }));
  } catch {
    say(t('The browser does not allow this page to copy. Select the text instead'), { kind: 'failed' });
  }
}
