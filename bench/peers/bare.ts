import { serve } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import postgres from 'postgres';
import { createAnswers, POOL_SIZE, pagingOf, type Query } from './answers.ts';
import { CHANNEL, createBooking } from './book.ts';

const [, , databaseUrl = '', site = ''] = process.argv;

const BIGINT = 20;
const sql = postgres(databaseUrl, { max: POOL_SIZE, onnotice: () => {} });
sql.options.parsers[BIGINT] = Number;

const query: Query = <Row>({ text }: { text: string }, params: readonly (string | number)[]) =>
  // The caller names the row that its statement selects.
  sql.unsafe(text, [...params], { prepare: true }) as unknown as Promise<readonly Row[]>;

const { rest, trpc, signed } = createAnswers(query, site);
const app = new Hono();

const found = (c: Context, answer: object | null) => (answer ? c.json(answer) : c.json({ success: false }, 404));
async function asCaller(c: Context, read: (userId: string) => Promise<object>) {
  const caller = await signed(c.req.header('Authorization'));
  return caller ? c.json(await read(caller.id)) : c.json({ success: false }, 401);
}

app.get('/api/tutors', async (c) => c.json(await rest.tutors(pagingOf(c.req.query()))));
app.get('/api/tutors/:id', async (c) => found(c, await rest.tutor(c.req.param('id'))));
app.get('/api/subjects', async (c) => c.json(await rest.subjects()));
app.get('/api/notifications', (c) => asCaller(c, (userId) => rest.notifications(userId, pagingOf(c.req.query()))));
app.get('/api/students/bookings', (c) => asCaller(c, (userId) => rest.bookings(userId, pagingOf(c.req.query()))));

const requestBooking = createBooking(sql, site);
await sql.listen(CHANNEL, () => {});
app.post('/api/bookings', async (c) => {
  const caller = await signed(c.req.header('Authorization'));
  if (caller?.role !== 'student') return c.json({ success: false }, caller ? 403 : 401);
  const booked = await requestBooking(caller, await c.req.json());
  return booked ? c.json(booked, 201) : c.json({ success: false }, 409);
});

const input = (c: Context) => JSON.parse(c.req.query('input') ?? '{}').json;
app.get('/trpc/tutors.searchPage', async (c) => c.json(await trpc.tutors(input(c))));
app.get('/trpc/tutors.byId', async (c) => found(c, await trpc.tutor(input(c).id)));
app.get('/trpc/catalogue.subjects', async (c) => c.json(await trpc.subjects()));
app.get('/trpc/notifications.list', (c) => asCaller(c, (userId) => trpc.notifications(userId, input(c))));
app.get('/trpc/bookings.allForStudent', (c) => asCaller(c, (userId) => trpc.bookings(userId, input(c))));

serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => process.send?.(`http://127.0.0.1:${port}`));
process.on('disconnect', () => process.exit());
