import { randomInt } from 'node:crypto';
import { fuzzEveryOperation, readOptions } from '#tests/fuzz/every-operation.ts';

const wish = readOptions({ requests: 200, seed: randomInt(2 ** 31) });
process.stdout.write(`FUZZ_SEED=${wish.seed} FUZZ_REQUESTS=${wish.requests}\n`);
await fuzzEveryOperation(wish);
