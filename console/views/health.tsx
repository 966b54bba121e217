import { useMay } from '../components/use-may.ts';
import { t } from '../messages.ts';
import { Access } from './health/access.tsx';
import { Browser } from './health/browser.tsx';
import { LastFailure } from './health/last-failure.tsx';
import { Models } from './health/models.tsx';
import { Readiness } from './health/readiness.tsx';
import { Settings } from './health/settings.tsx';

/** Whether Docent works, and this browser's data; for who runs Docent, its models and settings as well. */
export function HealthView() {
  const mayOperate = useMay('operate');
  return (
    <div class="health page stack gap-xl">
      <h1>{t('Health and settings')}</h1>
      <div class="health-cards">
        <Readiness isForOperators={mayOperate} />
        {mayOperate && <Models />}
        <Access />
        <Browser />
        <LastFailure />
      </div>
      {mayOperate && <Settings />}
    </div>
  );
}
