import { apiKey, may, mayTry, me, type Permission } from '../api/access.ts';
import { useStore } from '../store.ts';

/** Whether this tab may do it now. */
export function useMay(permission: Permission): boolean {
  useStore(me);
  return may(permission);
}

/** Whether to offer it: without a key, one is asked for at the action. */
export function useMayTry(permission: Permission): boolean {
  useStore(me);
  useStore(apiKey);
  return mayTry(permission);
}
