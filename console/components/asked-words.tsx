import { t } from '../messages.ts';

/** A question, with the words of the conversation that were added to it. @param props.standalone With them. */
export function AskedWords({ asked, standalone }: { asked: string; standalone: string }) {
  const added = addedWords(asked, standalone);
  if (added === undefined) return <>{standalone}</>;
  return (
    <>
      {asked} <span class="aside">{t('with words from before: {words}', { words: added })}</span>
    </>
  );
}

/** Undefined where none were added: it is as asked, or a model reworded it. */
export function addedWords(asked: string, standalone: string): string | undefined {
  return standalone.startsWith(asked) ? /^ \((.+)\)$/.exec(standalone.slice(asked.length))?.[1] : undefined;
}
