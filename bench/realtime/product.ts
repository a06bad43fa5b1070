import { runServer } from '#tests/support/running-server.ts';
import { answerAsks } from './answers.ts';

const [, , databaseUrl = ''] = process.argv;
const { url } = await runServer(databaseUrl, { MAIL: 'off', RATE_LIMITS: 'off' });
answerAsks(url, () => {});
