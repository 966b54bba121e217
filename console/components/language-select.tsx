import { chooseLanguage, LANGUAGES, language, t } from '../messages.ts';
import { Select } from './select.tsx';

const OPTIONS = Object.entries(LANGUAGES) as [keyof typeof LANGUAGES, string][];

/** The language of the page; another one loads it again. */
export function LanguageSelect() {
  return (
    <Select
      isField
      label={t('Language')}
      // The pseudo-locale of tests is none of them.
      value={language as keyof typeof LANGUAGES}
      options={OPTIONS}
      onChoose={chooseLanguage}
    />
  );
}
