import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import type { Sql } from 'postgres';
import { workersOf } from '#tests/support/random-operations/drive.ts';

const EVERY_MS = 5_000;
type Sample = { megabytes: number; connections: number; inTransaction: number; sockets: number };
type Watched = { leader: number; sql: Sql };

/** Samples of the server's processes and of their connections, while traffic goes on and once after it. */
export function watchResources() {
  const samples: Sample[] = [];
  let idle: Sample = { megabytes: 0, connections: 0, inTransaction: 0, sockets: 0 };
  return {
    start(watched: Watched) {
      // A sample is left out while PostgreSQL or a process is away.
      const timer = setInterval(
        () =>
          void takeSample(watched).then(
            (sample) => samples.push(sample),
            () => {},
          ),
        EVERY_MS,
      );
      return async () => {
        clearInterval(timer);
        idle = await takeSample(watched);
      };
    },
    summary() {
      const third = Math.max(1, Math.floor(samples.length / 3));
      return { first: medians(samples.slice(0, third)), last: medians(samples.slice(-third)), idle };
    },
  };
}

async function takeSample({ leader, sql }: Watched): Promise<Sample> {
  const pids = [leader, ...workersOf(leader)];
  const [row] = await sql<{ connections: number; inTransaction: number }[]>`
    select count(*)::int as connections, count(*) filter (where state like 'idle in transaction%')::int as "inTransaction"
    from pg_stat_activity where application_name = 'vidya' and pid <> pg_backend_pid()`;
  const kilobytes = pids.map((pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0));
  return {
    megabytes: Math.round(kilobytes.reduce((sum, each) => sum + each, 0) / 1024),
    connections: row?.connections ?? 0,
    inTransaction: row?.inTransaction ?? 0,
    sockets: pids.flatMap(openSockets).length,
  };
}

function openSockets(pid: number): string[] {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).flatMap((name) => {
    try {
      const target = readlinkSync(`${folder}/${name}`);
      return target.startsWith('socket:') ? [target] : [];
    } catch {
      return [];
    }
  });
}

function medians(samples: readonly Sample[]): Sample {
  const of = (measure: keyof Sample) =>
    samples.map((sample) => sample[measure]).sort((one, other) => one - other)[Math.floor(samples.length / 2)] ?? 0;
  return { megabytes: of('megabytes'), connections: of('connections'), inTransaction: of('inTransaction'), sockets: of('sockets') };
}
