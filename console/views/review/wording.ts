import type { Grounded } from '../../api/types.ts';
import { t } from '../../messages.ts';

export const GROUNDED: Readonly<Record<Grounded, string>> = {
  supported: t('in the sources'),
  partial: t('partly word for word in the sources'),
  unsupported: t('not word for word in the sources'),
};
