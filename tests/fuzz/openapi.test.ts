import { fuzzEveryOperation, readOptions } from './every-operation.ts';

/** The same requests every time; `tests/deep/fuzz.test.ts` tries others. */
await fuzzEveryOperation(readOptions({ requests: 20, seed: 20_261_123 }));
