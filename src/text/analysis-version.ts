/**
 * Number of the analysis that makes the terms of chunks; it is stored with each document. Raise it with any change of
 * the terms or of the detected languages (`src/ingestion/preparing/chunk-terms.test.ts` notices them): the next start then gives
 * earlier documents new terms (`src/ingestion/maintenance/analysis-upkeep.ts`). 0 is that of documents from before there was a number.
 */
export const ANALYSIS_VERSION = 3;
