import { t } from '../messages.ts';
import { Access } from './health/access.tsx';
import { Browser } from './health/browser.tsx';
import { LastFailure } from './health/last-failure.tsx';
import { Models } from './health/models.tsx';
import { Readiness } from './health/readiness.tsx';
import { Settings } from './health/settings.tsx';

/** Whether Docent works, its settings, and this browser's data. */
export function HealthView() {
  return (
    <div class="health">
      <h1>{t('Health and settings')}</h1>
      <div class="health-cards">
        <Readiness />
        <Models />
        <Access />
        <Browser />
        <LastFailure />
      </div>
      <Settings />
    </div>
  );
}
