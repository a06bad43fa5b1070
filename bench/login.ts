// spec rest-limits.29 | D Accounts, R §4.1 1 | Login costs the same whether or not the address exists | src/server/infra/credentials.ts
// spec s8-limits.12
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import { connect } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { createPasswords } from '#server/infra/credentials.ts';
import { startCluster } from '#tests/support/cluster.ts';
import { aStudent } from '#tests/support/factories.ts';
import { buildProcesses, startAttackers, startServer } from './login/processes.ts';

const TRIES = 300;
const WARM_UP = 20;
const MAX_DIFFERENCE = 0.05;
const PARALLEL = 150;
const ROUNDS = 40;
/** Unmeasured tries before each attack, so that code has run and connections are open. */
const WARM_UP_ROUNDS = 3;
const MAX_ADDED_MS = 200;
/** Milliseconds from the start of an attack to the honest login. */
const DELAYS_MS = [0, 20, 50, 100];
const PASSWORD = 'correct horse';

/** "Few": the same one in all rounds; "many": a new one for each login. */
const ATTACKS = [
  ['one address, one account', 'few', 'few'],
  ['one address, many accounts', 'few', 'many'],
  ['many addresses, one account', 'many', 'few'],
  ['many addresses, many accounts', 'many', 'many'],
] as const;
type HowMany = (typeof ATTACKS)[number][1];
type Login = { email: string; password: string; address: string; cookie?: string };

await buildProcesses();
const folder = mkdtempSync(join(tmpdir(), 'vidya-bench-'));
const cluster = await startCluster();
const admin = postgres(cluster.url('postgres'), { max: 1, onnotice: () => {} });
await admin`create database bench_login`;
await admin.end();
const url = cluster.url('bench_login');
await migrate(url, 'drizzle');
const connection = connect(url, { max: 2 });
const person = await aStudent(connection.db, { passwordHash: await createPasswords().hash(PASSWORD) });

process.stdout.write(`load average before: ${loadavg().map((load) => load.toFixed(2))}\n`);
const areApart = process.argv.includes('--attacks') ? false : await measureApart();
const areSlow = await measureAttacks();
process.stdout.write(`load average after: ${loadavg().map((load) => load.toFixed(2))}\n`);
await connection.close();
await cluster.stop();
rmSync(folder, { recursive: true, force: true });
process.exitCode = areApart || areSlow ? 1 : 0;

/** Whether a login takes as long for an unknown address as for a wrong password. */
async function measureApart(): Promise<boolean> {
  const server = await startServer(url, { folder, rateLimits: 'off' });
  const wrongPasswordTimes: number[] = [];
  const unknownAddressTimes: number[] = [];
  const wrong = async (email: string) => (await login(server.url, { email, password: 'wrong horse', address: '192.0.2.1' }, 401)).ms;
  for (let index = -WARM_UP; index < TRIES; index += 1) {
    const stranger = () => wrong(`nobody.${index}@example.com`);
    const [first, second] = index % 2 === 0 ? [() => wrong(person.email), stranger] : [stranger, () => wrong(person.email)];
    const times = [await first(), await second()] as const;
    if (index < 0) continue;
    wrongPasswordTimes.push(times[index % 2 === 0 ? 0 : 1]);
    unknownAddressTimes.push(times[index % 2 === 0 ? 1 : 0]);
  }
  await server.stop();
  const [wrongPassword, unknownAddress] = [share(wrongPasswordTimes, 0.5), share(unknownAddressTimes, 0.5)];
  const apart = Math.abs(wrongPassword - unknownAddress) / Math.min(wrongPassword, unknownAddress);
  process.stdout.write(`wrong password   median of ${TRIES}: ${wrongPassword.toFixed(2)} ms\n`);
  process.stdout.write(`unknown address  median of ${TRIES}: ${unknownAddress.toFixed(2)} ms\n`);
  process.stdout.write(`apart by ${(apart * 100).toFixed(1)}% (goal: less than ${MAX_DIFFERENCE * 100}%)\n`);
  return apart >= MAX_DIFFERENCE;
}

/** How much longer a right login takes during an attack, from a known browser and from a new one. */
async function measureAttacks(): Promise<boolean> {
  const server = await startServer(url, { folder, rateLimits: '' });
  const attackers = startAttackers();
  const right: Login = { email: person.email, password: PASSWORD, address: '192.0.2.1' };
  const { cookie } = await login(server.url, right, 200);
  const alone: number[] = [];
  for (let index = -WARM_UP; index < ROUNDS; index += 1) {
    const { ms } = await login(server.url, right, 200);
    if (index >= 0) alone.push(ms);
  }
  process.stdout.write(`an honest login alone: median ${share(alone, 0.5).toFixed(0)} ms, p95 ${share(alone, 0.95).toFixed(0)} ms\n`);
  let areSlow = false;
  let index = 0;
  const nextOf = (howMany: HowMany) => {
    index += howMany === 'many' ? 1 : 0;
    return howMany === 'many' ? index : 0;
  };
  for (const [name, addresses, accounts] of ATTACKS) {
    for (const [browser, honest] of [
      ['known', { ...right, cookie }],
      ['new', right],
    ] as const) {
      const times: number[] = [];
      const statuses: Record<number, number> = {};
      for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
        const logins = Array.from({ length: PARALLEL }, () => ({
          email: accounts === 'few' ? 'attacked@example.com' : `account.${nextOf(accounts)}@example.com`,
          address: addresses === 'few' ? '198.51.100.1' : addressOf(nextOf(addresses)),
        }));
        const { ended } = await attackers.attack({ url: server.url, logins });
        await pause(DELAYS_MS[Math.abs(round) % DELAYS_MS.length]);
        // A new browser comes from an address of its own, which has no failures.
        const { ms } = await login(server.url, browser === 'new' ? { ...honest, address: `203.0.113.${10 + round}` } : honest, 200);
        if (round >= 0) times.push(ms);
        for (const [status, count] of Object.entries(await ended)) statuses[Number(status)] = (statuses[Number(status)] ?? 0) + count;
      }
      const slower = share(times, 0.95) - share(alone, 0.5);
      // Such a login cannot be told from those of the attackers.
      const hasGoal = !(addresses === 'many' && accounts === 'many' && browser === 'new');
      areSlow ||= hasGoal && slower > MAX_ADDED_MS;
      process.stdout.write(
        `beside ${PARALLEL} of ${name}, ${browser} browser: median +${(share(times, 0.5) - share(alone, 0.5)).toFixed(0)} ms, p95 +${slower.toFixed(0)} ms (${hasGoal ? `goal: at most +${MAX_ADDED_MS}` : 'no goal'}); attackers ${JSON.stringify(statuses)}\n`,
      );
    }
  }
  await attackers.stop();
  await server.stop();
  return areSlow;
}

async function login(server: string, { email, password, address, cookie = '' }: Login, expected: number) {
  const start = performance.now();
  const response = await fetch(`${server}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address, cookie },
    body: JSON.stringify({ email, password }),
  });
  const body = await response.text();
  const ms = performance.now() - start;
  if (response.status !== expected) throw new Error(`expected ${expected}, got ${response.status}: ${body}`);
  return { ms, cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '' };
}

/** Of 10.0.0.0/8. */
function addressOf(index: number): string {
  return `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;
}

function share(times: number[], of: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * of))] ?? 0;
}
