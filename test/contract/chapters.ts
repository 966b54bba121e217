import { chat } from './contract-chat.ts';
import { conventions, preface } from './contract-conventions.ts';
import { curation } from './contract-curation.ts';
import { ingest } from './contract-ingest.ts';
import { operation } from './contract-operation.ts';
import type { Chapter } from './row.ts';
import { endpoints } from './spec-endpoints.ts';
import { errorsAndLimits } from './spec-errors-limits.ts';
import { resources } from './spec-resources.ts';
import { security } from './spec-security.ts';
import { states } from './spec-states.ts';
import { crossCutting, introduction, whatItDoes } from './spec-what-it-does.ts';

/** Both documents, in their order. */
export const CHAPTERS: readonly Chapter[] = [
  introduction,
  whatItDoes,
  crossCutting,
  ...resources,
  ...states,
  endpoints,
  ...security,
  ...errorsAndLimits,
  preface,
  conventions,
  chat,
  ingest,
  ...curation,
  ...operation,
];
