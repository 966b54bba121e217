import { createExactIndex } from './exact-index.ts';
import { searchIndexConformance } from './search-index.ts';

searchIndexConformance('the exact index', createExactIndex);
