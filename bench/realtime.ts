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
import { buildChildren, type Child, type Memory, startChild } from './realtime/child.ts';
import { type Crowd, gather, type Manners } from './realtime/crowd.ts';
import { median } from './search/measure.ts';

const GOALS = { bare: 1.25, socketIo: 1, bytes: 20 * 1024 };
const WARM_UP = 3;
/** Connected and closed before memory is compared, so that pools and pages are allocated. */
const FIRST = { times: 4, count: 250 };
const LONGER = 2;

type Contender = { name: string; child: Child; manners: Manners; broadcast: (title: string) => Promise<unknown> };
type Subscribed = Contender & { crowd: Crowd; each: Memory; perDelivery: number[] };

const say = (line: string) => void process.stdout.write(`${line}\n`);
const socketUrl = ({ url }: Child) => url.replace('http', 'ws');

/**
 * What a broadcast costs the server per subscriber, and a subscriber in memory, beside a bare `ws` server and socket.io.
 * The announcement is made in this process, so that the server reads it as one of another process.
 */
async function main(): Promise<void> {
  const { subscribers, rounds, broadcasts } = wishOf();
  await buildChildren();
  const world = await startWorld(subscribers);
  const children: Child[] = [world.product];
  const missed: string[] = [];
  const tell = (what: string, figure: string, isReached: boolean) => {
    if (!isReached) missed.push(what);
    say(`${isReached ? 'ok    ' : 'FAILED'} ${what.padEnd(52)} ${figure}`);
  };
  try {
    const { id, title, message, action, createdAt } = await world.announce('The first');
    const text = JSON.stringify({ type: 'broadcast', announcement: { id, title, message, action, createdAt } });
    const [bare, socketIo] = [await startChild('bare'), await startChild('socket-io')];
    children.push(bare, socketIo);
    const product = await subscribe(
      { name: 'product', child: world.product, manners: mannersOfProduct(world), broadcast: world.announce },
      subscribers,
    );
    await product.broadcast('To learn its bytes');
    await product.crowd.until(subscribers);
    const bytes = product.crowd.last();
    const others = [
      await subscribe({ name: 'bare ws', child: bare, manners: mannersOfBare(bare), broadcast: () => bare.broadcast(bytes) }, subscribers),
      await subscribe(
        { name: 'socket.io', child: socketIo, manners: mannersOfSocketIo(socketIo), broadcast: () => socketIo.broadcast(text) },
        subscribers,
      ),
    ];
    const all = [product, ...others];
    const ratios = () => others.map((other) => median(product.perDelivery.map((cost, nth) => cost / (other.perDelivery[nth] ?? cost))));
    const isReached = () => ratios().every((ratio, nth) => ratio <= (nth === 0 ? GOALS.bare : GOALS.socketIo));

    await inTurn(all, { rounds: WARM_UP, broadcasts });
    for (const one of all) one.perDelivery.length = 0;
    await inTurn(all, { rounds, broadcasts });
    // Other load makes few rounds differ: a close result is measured for longer, and all rounds count.
    if (!isReached()) await inTurn(all, { rounds: rounds * LONGER, broadcasts });

    say(
      `${subscribers} subscribers each, ${product.perDelivery.length} rounds of ${broadcasts} broadcasts in turn, ${Buffer.byteLength(bytes)} bytes each`,
    );
    for (const { name, perDelivery, each } of all) {
      const sorted = [...perDelivery].sort((one, other) => one - other);
      const spread = `${sorted[0]?.toFixed(1)} to ${sorted.at(-1)?.toFixed(1)}`;
      say(
        `       ${name.padEnd(52)} ${median(perDelivery).toFixed(2)} µs a delivery (${spread}), ${kB(each.rss)} of memory a connection, ${kB(each.heap)} of it heap`,
      );
    }
    const [toBare = 0, toSocketIo = 0] = ratios();
    tell('processor time a delivery, of a bare ws server', `${toBare.toFixed(2)}x (goal: at most ${GOALS.bare}x)`, toBare <= GOALS.bare);
    tell('processor time a delivery, of socket.io', `${toSocketIo.toFixed(2)}x (goal: at most ${GOALS.socketIo}x)`, toSocketIo <= GOALS.socketIo);
    const most = Math.max(product.each.rss, product.each.heap);
    tell('memory a connection', `${kB(most)} (goal: at most ${kB(GOALS.bytes)})`, most <= GOALS.bytes);
    say(missed.length === 0 ? 'Every goal is reached.' : `${missed.length} goals are missed.`);
    process.exitCode = missed.length === 0 ? 0 : 1;
    await Promise.all(all.map(({ crowd }) => crowd.leave()));
  } finally {
    for (const child of children) await child.stop();
    await world.stop();
  }
}

const kB = (bytes: number) => `${(bytes / 1024).toFixed(1)} kB`;

type World = { product: Child; tokens: string[]; announce: (title: string) => Promise<AnnouncementView>; stop: () => Promise<void> };

async function startWorld(people: number): Promise<World> {
  const cluster = await startCluster();
  const control = postgres(cluster.url('postgres'), { max: 1, onnotice: () => {} });
  await control`create database bench_realtime`;
  await control.end();
  const url = cluster.url('bench_realtime');
  await migrate(url, 'drizzle');
  const { db, close } = connect(url, { max: 4 });
  const tokenOf = (user: User) => createSessions(db).createSession(user.id, { isRemembered: true, origin: 'password', userAgent: '' });
  const tokens: string[] = [];
  for (let nth = 0; nth < people; nth += 1) tokens.push(await tokenOf(await aStudent(db)));
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
  const { child, manners } = contender;
  for (let nth = 0; nth < FIRST.times; nth += 1) await (await gather(Math.min(FIRST.count, count), manners)).leave();
  const empty = await child.memory();
  const crowd = await gather(count, manners);
  const full = await child.memory();
  const each = { rss: (full.rss - empty.rss) / count, heap: (full.heap - empty.heap) / count };
  return { ...contender, crowd, each, perDelivery: [] };
}

async function inTurn(all: readonly Subscribed[], { rounds, broadcasts }: { rounds: number; broadcasts: number }): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    for (const { child, crowd, broadcast, perDelivery } of all) {
      const before = crowd.heard();
      const since = await child.cpu();
      const each = crowd.size;
      for (let nth = 1; nth <= broadcasts; nth += 1) {
        await broadcast(`Round ${round}, broadcast ${nth}`);
        await crowd.until(before + nth * each);
      }
      perDelivery.push(((await child.cpu()) - since) / (broadcasts * each));
    }
  }
}

function mannersOfProduct({ product, tokens }: World): Manners {
  return {
    address: () => `${socketUrl(product)}/trpc?connectionParams=1`,
    opening: (nth) => [
      JSON.stringify({ method: 'connectionParams', data: { token: tokens[nth] } }),
      JSON.stringify({ id: 1, method: 'subscription', params: { path: 'inbox.stream', input: { json: { lastEventId: null } } } }),
    ],
    answer: (text) => (text === 'PING' ? 'PONG' : null),
    isReady: (text) => text.includes('"reset"'),
  };
}

function mannersOfBare(child: Child): Manners {
  return { address: () => socketUrl(child), opening: () => [], answer: () => null, isReady: () => true };
}

/** Engine.IO 4 and Socket.IO 5. */
function mannersOfSocketIo(child: Child): Manners {
  const answers: Record<string, string> = { '0': '40', '2': '3' };
  return {
    address: () => `${socketUrl(child)}/socket.io/?EIO=4&transport=websocket`,
    opening: () => [],
    answer: (text) => answers[text.charAt(0)] ?? null,
    isReady: (text) => text.startsWith('40'),
  };
}

function wishOf() {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ options: { subscribers: text, rounds: text, broadcasts: text } });
  const whole = (value: string | undefined, usual: number) => {
    const count = Number(value ?? usual);
    if (!Number.isInteger(count) || count < 1) throw new Error('npm run bench:realtime -- [--subscribers 1000] [--rounds 15] [--broadcasts 20]');
    return count;
  };
  return { subscribers: whole(values.subscribers, 1000), rounds: whole(values.rounds, 15), broadcasts: whole(values.broadcasts, 20) };
}

await main();
