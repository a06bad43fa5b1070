import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { connect } from '#db/client.ts';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { createLog } from '#server/infra/log.ts';
import { createServices } from '#server/services.ts';
import { answerAsks, listening } from '../realtime/answers.ts';

const [, , databaseUrl = '', folder = ''] = process.argv;
const usual = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', MAIL: 'off', RATE_LIMITS: 'off' }, 'test');
// Answers are checked against the document outside production only.
const config = { ...usual, mode: 'production' as const };
const services = await createServices({ config, connection: connect(databaseUrl), log: createLog({ level: 'silent' }) });
const { url } = await listening(createServer(getRequestListener(createApp(services).fetch)));
answerAsks(url, () => {});
