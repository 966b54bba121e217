import type { Grounded } from '../../api/types.ts';

export const GROUNDED: Readonly<Record<Grounded, string>> = {
  supported: 'in the sources',
  partial: 'partly in the sources',
  unsupported: 'not in the sources',
};
