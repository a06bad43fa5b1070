import { createHash } from 'node:crypto';
import express, { type Request, type Response } from 'express';
import { literal, Op } from 'sequelize';
import { EVERYWHERE } from '#db/schema/listing.ts';
import { pagingOf } from './answers.ts';
import { toBooking, toNotification, toSubject, toTutor } from './model-views.ts';
import { defineModels } from './models.ts';
import { bookingsPage, notificationsPage, pageInfo } from './views.ts';

const [, , databaseUrl = '', site = ''] = process.argv;
const models = defineModels(databaseUrl);
const app = express();

const offsetOf = ({ page, limit }: { page: number; limit: number }) => (page - 1) * limit;

async function callerOf(request: Request): Promise<string | null> {
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const id = createHash('sha256').update(token).digest('hex');
  const session = await models.Session.findOne({ where: { id, expiresAt: { [Op.gt]: new Date() } }, include: [models.User] });
  const user = session?.get('user') as { id: string; status: string } | undefined;
  return user?.status === 'active' ? user.id : null;
}

const asCaller = (read: (userId: string, request: Request) => Promise<object>) => async (request: Request, response: Response) => {
  const userId = await callerOf(request);
  if (userId === null) response.status(401).json({ success: false });
  else response.json(await read(userId, request));
};

app.get('/api/tutors', async (request, response) => {
  const paging = pagingOf(request.query);
  const [listings, count] = await Promise.all([
    models.Listing.findAll({
      where: { scope: EVERYWHERE },
      order: ['rating', 'totalReviews', 'profileCreatedAt', 'tutorId'].map((column): [string, string] => [column, 'DESC']),
      limit: paging.limit,
      offset: offsetOf(paging),
      include: [{ model: models.Tutor, include: models.tutorParts }],
    }),
    models.Listing.count({ where: { scope: EVERYWHERE } }),
  ]);
  response.json({
    tutors: listings.map((listing) => toTutor(listing.get('tutor'), site)),
    pagination: pageInfo(count, paging),
  });
});

app.get('/api/tutors/:id', async (request, response) => {
  const where = { id: request.params.id, verificationStatus: { [Op.ne]: 'rejected' }, '$user.status$': 'active' };
  const tutor = await models.Tutor.findOne({ where, include: models.tutorParts });
  if (tutor) response.json(toTutor(tutor, site, { withContact: true }));
  else response.status(404).json({ success: false });
});

app.get('/api/subjects', async (_, response) => {
  const byName = literal('lower("subject"."name") collate "C"');
  const subjects = await models.Subject.findAll({ where: { isActive: true }, include: [models.Category], order: [byName, 'id'] });
  response.json(subjects.map(toSubject));
});

app.get(
  '/api/notifications',
  asCaller(async (userId, request) => {
    const paging = pagingOf(request.query);
    const { rows, count } = await models.Notification.findAndCountAll({
      where: { userId, [Op.or]: [{ expiresAt: null }, { expiresAt: { [Op.gt]: new Date() } }] },
      order: [
        ['createdAt', 'DESC'],
        ['id', 'DESC'],
      ],
      limit: paging.limit,
      offset: offsetOf(paging),
    });
    return { success: true, data: notificationsPage(rows.map(toNotification), count, paging) };
  }),
);

app.get(
  '/api/students/bookings',
  asCaller(async (studentId, request) => {
    const paging = pagingOf(request.query);
    const { rows, count } = await models.Booking.findAndCountAll({
      where: { studentId },
      include: [
        { model: models.User, as: 'student' },
        { model: models.User, as: 'tutorUser' },
        models.Tutor,
        { model: models.BookingTopic, as: 'topics', separate: true, order: [['position', 'ASC']] },
      ],
      order: [
        ['createdAt', 'DESC'],
        ['id', 'DESC'],
      ],
      limit: paging.limit,
      offset: offsetOf(paging),
    });
    return { success: true, bookings: rows.map((booking) => toBooking(booking, site)), pagination: bookingsPage(count, paging) };
  }),
);

const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
});
process.on('disconnect', () => process.exit());
