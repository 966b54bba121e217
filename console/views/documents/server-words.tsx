import { t } from '../../messages.ts';

/** The server's own message behind a line: the advice before it says the same to users. */
export function ServerWords({ message, code }: { message: string; code: string }) {
  if (message === '') return null;
  return (
    <details class="server-words aside">
      <summary>{t('Message of the server')}</summary>
      <p dir="auto">
        <span lang="en">{message}</span> {code !== '' && <code>{code}</code>}
      </p>
    </details>
  );
}
