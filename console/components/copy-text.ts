import { say } from './toast.tsx';

/** Copies text to the clipboard and says so; browsers offer one only on localhost or over HTTPS. */
export async function copyText(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say(`${what} copied`);
  } catch {
    say('The browser does not allow this page to copy. Select the text instead', { kind: 'failed' });
  }
}
