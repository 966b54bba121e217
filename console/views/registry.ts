import type { FunctionComponent } from 'preact';
import { may, mayTry, type Permission } from '../api/access.ts';
import type { IconName } from '../components/icon.tsx';
import { t } from '../messages.ts';
import { AskView } from './ask.tsx';
import { DocumentsView } from './documents.tsx';
import { HealthView } from './health.tsx';
import { QualityView } from './quality.tsx';
import { ReviewView } from './review.tsx';

/** A page of the console: a row here, a component next to it. */
export interface View {
  /** Its URL, `#/<name>`. */
  readonly name: string;
  readonly label: string;
  readonly icon: IconName;
  /** Its key: `g`, then this one. */
  readonly key: string;
  /** What it is for: it is offered to whom one of these is allowed. */
  readonly for: readonly Permission[];
  /** @param props.rest The URL after the name. */
  readonly component: FunctionComponent<{ rest: string }>;
}

/** In navigation order; the first that is offered is the start page. */
export const VIEWS: readonly [View, ...View[]] = [
  { name: 'ask', label: t('Ask'), icon: 'ask', key: 'a', for: ['ask'], component: AskView },
  {
    name: 'documents',
    label: t('Documents'),
    icon: 'document',
    key: 'd',
    for: ['read', 'add'],
    component: DocumentsView,
  },
  { name: 'review', label: t('Review'), icon: 'review', key: 'r', for: ['review'], component: ReviewView },
  {
    name: 'quality',
    label: t('Quality'),
    icon: 'quality',
    key: 'q',
    for: ['operate', 'ratings'],
    component: QualityView,
  },
  { name: 'health', label: t('Health'), icon: 'pulse', key: 'h', for: ['operate'], component: HealthView },
];

/** Those that the tab may use. The first two ask for a key where they need one. */
export function offeredViews(): readonly View[] {
  return VIEWS.filter((view, i) => view.for.some(i < 2 ? mayTry : may));
}
