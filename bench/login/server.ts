import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { connect } from '#db/client.ts';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { createLog } from '#server/infra/log.ts';
import { createServices } from '#server/services.ts';
import { answerCommands, listen } from '../realtime/child-commands.ts';

const [, , databaseUrl = '', folder = '', rateLimits = ''] = process.argv;
const usual = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', MAIL: 'off', TRUST_PROXY: 'true', RATE_LIMITS: rateLimits }, 'test');
// As it is shipped: in tests answers are checked against the REST document.
const config = { ...usual, mode: 'production' as const };
const services = await createServices({ config, connection: connect(databaseUrl), log: createLog({ level: 'silent' }) });
const { url } = await listen(createServer(getRequestListener(createApp(services).fetch)));
answerCommands(url, () => {});
