import { say } from './toast.tsx';

/** Puts text on the clipboard and says so; browsers have one only on pages of this machine or by https. */
export async function copyText(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say(`${what} copied`);
  } catch {
    say('The browser does not let this page copy; select the text instead', { kind: 'failed' });
  }
}
