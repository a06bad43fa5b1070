import { runServer } from '#tests/support/running-server.ts';
import { answerCommands } from './child-commands.ts';

const [, , databaseUrl = ''] = process.argv;
const { url } = await runServer(databaseUrl, { MAIL: 'off', RATE_LIMITS: 'off' });
answerCommands(url, () => {});
