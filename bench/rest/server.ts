import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { connect } from '#db/client.ts';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { createLog } from '#server/infra/log.ts';
import { createServices } from '#server/services.ts';
import { answerCommands, listen } from '../realtime/child-commands.ts';

const [, , databaseUrl = '', folder = ''] = process.argv;
const defaults = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', MAIL: 'off', RATE_LIMITS: 'off' }, 'test');
// In production answers are not checked against the document, which takes time.
const config = { ...defaults, mode: 'production' as const };
const services = await createServices({ config, connection: connect(databaseUrl), log: createLog({ level: 'silent' }) });
const { url } = await listen(createServer(getRequestListener(createApp(services).fetch)));
answerCommands(url, () => {});
