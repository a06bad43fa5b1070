import { Agent, get } from 'node:http';
import type { Load, Loaded } from './processes.ts';

const agents = new Map<number, Agent>();

process.on('message', async (load: Load) => process.send?.(await loaded(load)));
process.on('disconnect', () => process.exit());

async function loaded({ url, headers, requests, connections }: Load): Promise<Loaded> {
  const agent = agents.get(connections) ?? new Agent({ keepAlive: true, maxSockets: connections });
  agents.set(connections, agent);
  let left = requests;
  let bytes = 0;
  let refused = 0;
  const one = () =>
    new Promise<void>((resolve, reject) => {
      get(url, { agent, headers }, (answer) => {
        if (answer.statusCode !== 200) refused += 1;
        answer.on('data', (piece: Buffer) => {
          bytes += piece.length;
        });
        answer.on('end', resolve);
      }).on('error', reject);
    });
  const line = async () => {
    for (; left > 0; ) {
      left -= 1;
      await one();
    }
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: connections }, line));
  return { ms: performance.now() - begun, bytes: bytes / requests, refused };
}
