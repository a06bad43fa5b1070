import { fuzzEveryOperation, wishOf } from './every-operation.ts';

/** The same requests every time; `tests/deep/fuzz.test.ts` tries others. */
await fuzzEveryOperation(wishOf({ requests: 20, seed: 20_261_123 }));
