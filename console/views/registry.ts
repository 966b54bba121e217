import type { FunctionComponent } from 'preact';
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
  /** @param props.rest The URL after the name. */
  readonly component: FunctionComponent<{ rest: string }>;
}

/** In navigation order; the first is the start page. */
export const VIEWS: readonly [View, ...View[]] = [
  { name: 'ask', label: t('Ask'), icon: 'ask', component: AskView },
  { name: 'documents', label: t('Documents'), icon: 'document', component: DocumentsView },
  { name: 'review', label: t('Review'), icon: 'review', component: ReviewView },
  { name: 'quality', label: t('Quality'), icon: 'quality', component: QualityView },
  { name: 'health', label: t('Health'), icon: 'pulse', component: HealthView },
];
