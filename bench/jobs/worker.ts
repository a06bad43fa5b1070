import { setTimeout as pause } from 'node:timers/promises';
import { clock, type Started } from './queue.ts';
import { QUEUES, type QueueName } from './queues.ts';

const FLUSH_MS = 20;
const [name = '', url = ''] = process.argv.slice(2);
let started: Started[] = [];

setInterval(() => {
  if (started.length === 0) return;
  process.send?.(started);
  started = [];
}, FLUSH_MS);
process.on('disconnect', () => process.exit());

// The parent names one of them.
await QUEUES[name as QueueName].startWorker(url, async (kind, { name: item, owner, plannedAt, takesMs }) => {
  started.push({ kind, name: item, owner, plannedAt, at: clock() });
  if (takesMs > 0) await pause(takesMs);
});
process.send?.('ready');
