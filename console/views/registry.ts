import type { FunctionComponent } from 'preact';
import type { IconName } from '../components/icon.tsx';
import { AskView } from './ask.tsx';

/** A page of the console: a row here, a component beside. */
export interface View {
  /** Its place, `#/<name>`. */
  readonly name: string;
  readonly label: string;
  readonly icon: IconName;
  /** @param props.rest What stands behind the name in the address. */
  readonly component: FunctionComponent<{ rest: string }>;
}

/** In the order of the navigation; the first is where one comes in. */
export const VIEWS: readonly [View, ...View[]] = [
  { name: 'ask', label: 'Ask', icon: 'ask', component: AskView },
];
