import { monitorEventLoopDelay } from 'node:perf_hooks';
import { runServer } from '#tests/support/running-server.ts';

const [, , databaseUrl = ''] = process.argv;
const server = await runServer(databaseUrl, { RATE_LIMITS: 'off' });
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
process.on('message', () => {
  process.send?.({ blockedMs: delay.max / 1e6 });
  delay.reset();
});
process.send?.({ url: server.url });
