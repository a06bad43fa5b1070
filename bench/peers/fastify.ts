import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import pg from 'pg';
import { createAnswers, POOL_SIZE, pagingOf, type Query } from './answers.ts';

const [, , databaseUrl = '', site = ''] = process.argv;

pg.types.setTypeParser(pg.types.builtins.INT8, Number);
const pool = new pg.Pool({ connectionString: databaseUrl, max: POOL_SIZE });

const query: Query = async <Row>({ name, text }: { name: string; text: string }, params: readonly (string | number)[]) =>
  // The caller names the row that its statement selects.
  (await pool.query({ name, text, values: [...params] })).rows as Row[];

const { rest, signed } = createAnswers(query, site);
const app = Fastify();

type Paged = FastifyRequest<{ Querystring: { page?: string; limit?: string } }>;
async function asCaller(request: Paged, reply: FastifyReply, read: (userId: string) => Promise<object>) {
  const caller = await signed(request.headers.authorization);
  return caller ? read(caller.id) : reply.code(401).send({ success: false });
}

app.get('/api/tutors', ({ query }: Paged) => rest.tutors(pagingOf(query)));
app.get('/api/tutors/:id', async ({ params }: FastifyRequest<{ Params: { id: string } }>, reply) => {
  return (await rest.tutor(params.id)) ?? reply.code(404).send({ success: false });
});
app.get('/api/subjects', () => rest.subjects());
app.get('/api/notifications', (request: Paged, reply) => asCaller(request, reply, (userId) => rest.notifications(userId, pagingOf(request.query))));
app.get('/api/students/bookings', (request: Paged, reply) => asCaller(request, reply, (userId) => rest.bookings(userId, pagingOf(request.query))));

process.send?.(await app.listen({ port: 0, host: '127.0.0.1' }));
process.on('disconnect', () => process.exit());
