import { chooseLanguage, LANGUAGES, language, t } from '../messages.ts';
import { Icon } from './icon.tsx';

/** The language of the page; another one loads it again. */
export function LanguageSelect() {
  return (
    <label class="field">
      <span>{t('Language')}</span>
      <span class="select">
        <select
          value={language}
          onChange={({ currentTarget }) => chooseLanguage(currentTarget.value as keyof typeof LANGUAGES)}
        >
          {Object.entries(LANGUAGES).map(([code, name]) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
        </select>
        <Icon name="chevron" />
      </span>
    </label>
  );
}
