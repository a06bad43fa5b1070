// spec s6.1 | S6 | 1,000 subscribers: processor time a delivery at most 1.25x of a bare `ws` server in the same run and at most socket.io's, memory
//   at most 20 KB a connection | src/server/api/trpc-messages.ts
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { connect } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { createSessions } from '#server/infra/credentials.ts';
import type { AnnouncementView } from '#shared/contracts/announcements.ts';
import { callerAs } from '#tests/support/callers.ts';
import { startCluster } from '#tests/support/cluster.ts';
import { anAdmin, aStudent, type User } from '#tests/support/factories.ts';
import { median } from './median.ts';
import { buildChildren, type Child, type Memory, startChild } from './realtime/child.ts';
import { connectSubscribers, type Protocol, productProtocol, type Subscribers } from './realtime/subscribers.ts';

const GOALS = { bare: 1.25, socketIo: 1, bytes: 20 * 1024 };
const WARM_UP_ROUNDS = 3;
/** Connected and closed before memory is compared, so that pools and pages are allocated. */
const FIRST_CONNECTIONS = { times: 4, count: 250 };

type Contender = { name: string; child: Child; protocol: Protocol; broadcast: (title: string) => Promise<unknown> };
type Subscribed = Contender & { subscribers: Subscribers; perConnection: Memory; perDelivery: number[] };

const print = (line: string) => void process.stdout.write(`${line}\n`);
const socketUrl = ({ url }: Child) => url.replace('http', 'ws');

/**
 * What a broadcast costs the server per subscriber, and a subscriber in memory, beside a bare `ws` server and socket.io.
 * The announcement is made in this process, so that the server reads it as one of another process.
 */
async function main(): Promise<void> {
  const { subscribers, rounds, broadcasts } = readOptions();
  await buildChildren();
  const setup = await startSetup(subscribers);
  const children: Child[] = [setup.product];
  const missed: string[] = [];
  const report = (name: string, text: string, isReached: boolean) => {
    if (!isReached) missed.push(name);
    print(`${isReached ? 'ok    ' : 'FAILED'} ${name.padEnd(52)} ${text}`);
  };
  try {
    const { id, title, message, action, createdAt } = await setup.announce('The first');
    const text = JSON.stringify({ type: 'broadcast', announcement: { id, title, message, action, createdAt } });
    const [bare, socketIo] = [await startChild('bare'), await startChild('socket-io')];
    children.push(bare, socketIo);
    const product = await subscribe(
      { name: 'product', child: setup.product, protocol: productProtocol(socketUrl(setup.product), setup.tokens), broadcast: setup.announce },
      subscribers,
    );
    await product.broadcast('To learn its bytes');
    await product.subscribers.until(subscribers);
    const bytes = product.subscribers.last();
    const otherServers = [
      await subscribe({ name: 'bare ws', child: bare, protocol: bareProtocol(bare), broadcast: () => bare.broadcast(bytes) }, subscribers),
      await subscribe(
        { name: 'socket.io', child: socketIo, protocol: socketIoProtocol(socketIo), broadcast: () => socketIo.broadcast(text) },
        subscribers,
      ),
    ];
    const all = [product, ...otherServers];
    const ratios = () => otherServers.map((other) => median(product.perDelivery.map((cost, index) => cost / (other.perDelivery[index] ?? cost))));

    await runRounds(all, { rounds: WARM_UP_ROUNDS, broadcasts });
    for (const contender of all) contender.perDelivery.length = 0;
    await runRounds(all, { rounds, broadcasts });

    print(
      `${subscribers} subscribers each, ${product.perDelivery.length} rounds of ${broadcasts} broadcasts in turn, ${Buffer.byteLength(bytes)} bytes each`,
    );
    for (const { name, perDelivery, perConnection } of all) {
      const ordered = [...perDelivery].sort((contender, other) => contender - other);
      const range = `${ordered[0]?.toFixed(1)} to ${ordered.at(-1)?.toFixed(1)}`;
      print(
        `       ${name.padEnd(52)} ${median(perDelivery).toFixed(2)} µs a delivery (${range}), ${kB(perConnection.rss)} of memory a connection, ${kB(perConnection.heap)} of it heap`,
      );
    }
    const [toBare = 0, toSocketIo = 0] = ratios();
    report('processor time a delivery, of a bare ws server', `${toBare.toFixed(2)}x (goal: at most ${GOALS.bare}x)`, toBare <= GOALS.bare);
    report('processor time a delivery, of socket.io', `${toSocketIo.toFixed(2)}x (goal: at most ${GOALS.socketIo}x)`, toSocketIo <= GOALS.socketIo);
    const memory = Math.max(product.perConnection.rss, product.perConnection.heap);
    report('memory a connection', `${kB(memory)} (goal: at most ${kB(GOALS.bytes)})`, memory <= GOALS.bytes);
    print(missed.length === 0 ? 'Every goal is reached.' : `${missed.length} goals are missed.`);
    process.exitCode = missed.length === 0 ? 0 : 1;
    await Promise.all(all.map(({ subscribers }) => subscribers.close()));
  } finally {
    for (const child of children) await child.stop();
    await setup.stop();
  }
}

const kB = (bytes: number) => `${(bytes / 1024).toFixed(1)} kB`;

type Setup = { product: Child; tokens: string[]; announce: (title: string) => Promise<AnnouncementView>; stop: () => Promise<void> };

async function startSetup(count: number): Promise<Setup> {
  const cluster = await startCluster();
  const control = postgres(cluster.url('postgres'), { max: 1, onnotice: () => {} });
  await control`create database bench_realtime`;
  await control.end();
  const url = cluster.url('bench_realtime');
  await migrate(url, 'drizzle');
  const { db, close } = connect(url, { max: 4 });
  const tokenOf = (user: User) => createSessions(db).createSession(user.id, { isRemembered: true, origin: 'password', userAgent: '' });
  const tokens: string[] = [];
  for (let index = 0; index < count; index += 1) tokens.push(await tokenOf(await aStudent(db)));
  const admin = await anAdmin(db);
  const product = await startChild('product', [url]);
  return {
    product,
    tokens,
    announce: (title) =>
      callerAs({ db }, admin, { now: () => new Date(), hasRateLimits: false }).announcements.send({
        audience: 'everyone',
        title,
        message: 'The platform will be away tonight from ten to half past ten, for maintenance.',
      }),
    async stop() {
      await close();
      await cluster.stop();
    },
  };
}

async function subscribe(contender: Contender, count: number): Promise<Subscribed> {
  const { child, protocol } = contender;
  for (let index = 0; index < FIRST_CONNECTIONS.times; index += 1)
    await (await connectSubscribers(Math.min(FIRST_CONNECTIONS.count, count), protocol)).close();
  const empty = await child.memory();
  const subscribers = await connectSubscribers(count, protocol);
  const full = await child.memory();
  const perConnection = { rss: (full.rss - empty.rss) / count, heap: (full.heap - empty.heap) / count };
  return { ...contender, subscribers, perConnection, perDelivery: [] };
}

async function runRounds(all: readonly Subscribed[], { rounds, broadcasts }: { rounds: number; broadcasts: number }): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    for (const { child, subscribers, broadcast, perDelivery } of all) {
      const before = subscribers.received();
      const cpuBefore = await child.cpu();
      const perConnection = subscribers.size;
      for (let index = 1; index <= broadcasts; index += 1) {
        await broadcast(`Round ${round}, broadcast ${index}`);
        await subscribers.until(before + index * perConnection);
      }
      perDelivery.push(((await child.cpu()) - cpuBefore) / (broadcasts * perConnection));
    }
  }
}

function bareProtocol(child: Child): Protocol {
  return { address: () => socketUrl(child), openingMessages: () => [], answer: () => null, isReady: () => true };
}

/** Engine.IO 4 and Socket.IO 5. */
function socketIoProtocol(child: Child): Protocol {
  const answers: Record<string, string> = { '0': '40', '2': '3' };
  return {
    address: () => `${socketUrl(child)}/socket.io/?EIO=4&transport=websocket`,
    openingMessages: () => [],
    answer: (text) => answers[text.charAt(0)] ?? null,
    isReady: (text) => text.startsWith('40'),
  };
}

function readOptions() {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ options: { subscribers: text, rounds: text, broadcasts: text } });
  const toCount = (value: string | undefined, defaultValue: number) => {
    const count = Number(value ?? defaultValue);
    if (!Number.isInteger(count) || count < 1) throw new Error('npm run bench:realtime -- [--subscribers 1000] [--rounds 15] [--broadcasts 20]');
    return count;
  };
  return { subscribers: toCount(values.subscribers, 1000), rounds: toCount(values.rounds, 15), broadcasts: toCount(values.broadcasts, 20) };
}

await main();
