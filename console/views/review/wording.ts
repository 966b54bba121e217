import type { Grounded } from '../../api/types.ts';

export const GROUNDED: Readonly<Record<Grounded, string>> = {
  supported: 'in the sources',
  partial: 'partly word for word in the sources',
  unsupported: 'not word for word in the sources',
};
