import { randomInt } from 'node:crypto';
import { fuzzEveryOperation, readOptions } from '#tests/fuzz/every-operation.ts';

const options = readOptions({ requests: 200, seed: randomInt(2 ** 31) });
process.stdout.write(`FUZZ_SEED=${options.seed} FUZZ_REQUESTS=${options.requests}\n`);
await fuzzEveryOperation(options);
