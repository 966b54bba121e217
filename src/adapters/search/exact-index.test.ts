import { searchIndexConformance } from './conformance.ts';
import { createExactIndex } from './exact-index.ts';

searchIndexConformance('the exact index', createExactIndex);
