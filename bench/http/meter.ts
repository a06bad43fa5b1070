import { type LoadProcess, readCpu, type Server } from './processes.ts';
import { percentile, type Side } from './ratios.ts';

type Request = { path: string; token: string | null; body?: object };

/** As it goes over the wire. */
export function toText({ path, token, body }: Request): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  const head = [
    `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1`,
    'Host: vidya.example',
    ...(token === null ? [] : [`Authorization: Bearer ${token}`]),
    ...(body === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`]),
  ];
  return `${head.join('\r\n')}\r\n\r\n${text}`;
}

export type Meter = (server: Server, requests: readonly string[]) => Promise<Side & { ms: number; bytes: number }>;

export function createMeter({ load, postmaster, connections }: { load: LoadProcess; postmaster: number | null; connections: number }): Meter {
  return async ({ name, url, pid }, requests) => {
    const before = readCpu(pid, postmaster);
    const { ms, latencies, bytes, failed, lastBody } = await load.run({ url, requests, connections });
    const after = readCpu(pid, postmaster);
    if (failed > 0) throw new Error(`${failed} of ${requests.length} were refused by ${name}: ${lastBody.slice(0, 600)}`);
    const perRequest = (measure: 'node' | 'database') => {
      const [first, last] = [before[measure], after[measure]];
      return first === null || last === null ? null : (last - first) / requests.length;
    };
    return {
      ms,
      bytes,
      perSecond: (requests.length / ms) * 1000,
      p50: percentile(latencies, 0.5),
      p99: percentile(latencies, 0.99),
      node: perRequest('node'),
      database: perRequest('database'),
    };
  };
}

export async function readJson({ url }: Server, { path, token, body }: Request): Promise<unknown> {
  const headers = { 'content-type': 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) };
  const response = await fetch(url + path, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response.json();
}
