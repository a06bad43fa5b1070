import { randomInt } from 'node:crypto';
import { fuzzEveryOperation, wishOf } from '#tests/fuzz/every-operation.ts';

const wish = wishOf({ requests: 200, seed: randomInt(2 ** 31) });
process.stdout.write(`FUZZ_SEED=${wish.seed} FUZZ_REQUESTS=${wish.requests}\n`);
await fuzzEveryOperation(wish);
