import { Agent, get } from 'node:http';
import type { Load, LoadResult } from './processes.ts';

const agents = new Map<number, Agent>();

process.on('message', async (load: Load) => process.send?.(await runLoad(load)));
process.on('disconnect', () => process.exit());

async function runLoad({ url, headers, requests, connections }: Load): Promise<LoadResult> {
  const agent = agents.get(connections) ?? new Agent({ keepAlive: true, maxSockets: connections });
  agents.set(connections, agent);
  let remaining = requests;
  let bytes = 0;
  let failed = 0;
  const request = () =>
    new Promise<void>((resolve, reject) => {
      get(url, { agent, headers }, (answer) => {
        if (answer.statusCode !== 200) failed += 1;
        answer.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
        });
        answer.on('end', resolve);
      }).on('error', reject);
    });
  const connection = async () => {
    for (; remaining > 0; ) {
      remaining -= 1;
      await request();
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: connections }, connection));
  return { ms: performance.now() - started, bytes: bytes / requests, failed };
}
