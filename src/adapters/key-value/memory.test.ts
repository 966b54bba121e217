import { keyValueStoreConformance } from './conformance.ts';
import { createMemoryKeyValueStore } from './memory.ts';

keyValueStoreConformance('memory', (_folder, { now }) => createMemoryKeyValueStore({ now }));
