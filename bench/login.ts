import postgres from 'postgres';
import { connect } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { createPasswords } from '#server/infra/credentials.ts';
import { startCluster } from '#tests/support/cluster.ts';
import { aStudent } from '#tests/support/factories.ts';
import { runServer } from '#tests/support/running-server.ts';

const TRIES = 300;
const WARM_UP = 20;
const MOST_APART = 0.05;
const PARALLEL = 150;
const HONEST = 10;
const MOST_SLOWER_MS = 200;

/** Does a login take as long for an address that nobody has as for a wrong password? One try of each in turn. */
async function main(): Promise<void> {
  const cluster = await startCluster();
  const admin = postgres(cluster.url('postgres'), { max: 1, onnotice: () => {} });
  await admin`create database bench_login`;
  await admin.end();
  const url = cluster.url('bench_login');
  await migrate(url, 'drizzle');
  const connection = connect(url, { max: 2 });
  const person = await aStudent(connection.db, { passwordHash: await createPasswords().hash('correct horse') });
  const server = await runServer(url, { RATE_LIMITS: 'off' });

  const login = async (email: string) => {
    const begun = performance.now();
    const response = await fetch(`${server.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'wrong horse' }),
    });
    const body = await response.text();
    if (response.status !== 401) throw new Error(`expected 401, got ${response.status}: ${body}`);
    return performance.now() - begun;
  };

  const known: number[] = [];
  const unknown: number[] = [];
  for (let nth = -WARM_UP; nth < TRIES; nth += 1) {
    const stranger = () => login(`nobody.${nth}@example.com`);
    const [first, second] = nth % 2 === 0 ? [() => login(person.email), stranger] : [stranger, () => login(person.email)];
    const times = [await first(), await second()] as const;
    if (nth < 0) continue;
    known.push(times[nth % 2 === 0 ? 0 : 1]);
    unknown.push(times[nth % 2 === 0 ? 1 : 0]);
  }
  await server.close();
  const slower = await slowedBy(url, person.email);
  await connection.close();
  await cluster.stop();

  const [right, wrong] = [medianOf(known), medianOf(unknown)];
  const apart = Math.abs(right - wrong) / Math.min(right, wrong);
  process.stdout.write(`wrong password   median of ${TRIES}: ${right.toFixed(2)} ms\n`);
  process.stdout.write(`unknown address  median of ${TRIES}: ${wrong.toFixed(2)} ms\n`);
  process.stdout.write(`apart by ${(apart * 100).toFixed(1)}% (goal: less than ${MOST_APART * 100}%)\n`);
  process.stdout.write(
    `an honest login beside ${PARALLEL} of another address: ${slower.toFixed(0)} ms slower (goal: at most ${MOST_SLOWER_MS} ms)\n`,
  );
  process.exitCode = apart < MOST_APART && slower <= MOST_SLOWER_MS ? 0 : 1;
}

/** By how much, in the median, a right login takes longer that is asked for together with many wrong ones of another address. */
async function slowedBy(url: string, email: string): Promise<number> {
  const server = await runServer(url, { RATE_LIMITS: 'off', TRUST_PROXY: 'true' });
  const login = async (address: string, password: string) => {
    const begun = performance.now();
    const response = await fetch(`${server.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ email: password === 'correct horse' ? email : 'nobody@example.com', password }),
    });
    await response.text();
    return performance.now() - begun;
  };
  const honest = async (parallel: number) => {
    const times: number[] = [];
    for (let nth = 0; nth < HONEST; nth += 1) {
      const attack = Array.from({ length: parallel }, () => login('198.51.100.1', 'wrong horse'));
      times.push(await login('192.0.2.1', 'correct horse'));
      await Promise.all(attack);
    }
    return medianOf(times);
  };
  await honest(0);
  const alone = await honest(0);
  const beside = await honest(PARALLEL);
  await server.close();
  return beside - alone;
}

function medianOf(times: number[]): number {
  const sorted = times.toSorted((one, other) => one - other);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.ceil((sorted.length - 1) / 2)]];
  return ((low ?? 0) + (high ?? 0)) / 2;
}

await main();
