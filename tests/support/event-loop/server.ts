import { monitorEventLoopDelay } from 'node:perf_hooks';
import { runServer } from '#tests/support/running-server.ts';

/** The server in a process of its own that says how long its event loop was held, in milliseconds, since it was last asked. */
const [, , databaseUrl = ''] = process.argv;
const server = await runServer(databaseUrl, { RATE_LIMITS: 'off' });
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
process.on('message', () => {
  process.send?.({ heldMs: delay.max / 1e6 });
  delay.reset();
});
process.send?.({ url: server.url });
