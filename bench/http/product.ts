import { openSync } from 'node:fs';
import { destination } from 'pino';
import { readConfig } from '#server/config.ts';
import { createHttpServer } from '#server/infra/http-server.ts';
import { createLog } from '#server/infra/log.ts';
import { createRuntime } from '#server/runtime.ts';
import { headersOfRefusals } from '#server/security-headers.ts';
import { listen } from '../realtime/child-commands.ts';

const [, , databaseUrl = '', site = '', folder = ''] = process.argv;

// Like production, with its log, but not in production mode, which requires rate limits that the peers do not have.
const given = readConfig({ DATA_DIR: folder, MAIL: 'off', RATE_LIMITS: 'off', PUBLIC_URL: site, LOG_LEVEL: 'info' }, 'test');
const config = { ...given, mode: 'production' as const };
const log = createLog({ level: config.logLevel, to: destination({ fd: openSync('/dev/null', 'w'), sync: true }) });
const runtime = await createRuntime({ config, databaseUrl, log });
const server = createHttpServer(headersOfRefusals(config));
server.on('request', runtime.listener);
const { url } = await listen(server);
process.on('disconnect', () => void runtime.close().then(() => process.exit()));
process.send?.(url);
