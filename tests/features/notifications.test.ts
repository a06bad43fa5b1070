import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { inboxEvents } from '#db/schema/notifications.ts';
import { groupNotifications } from '#shared/domain/notification-groups.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, anAdmin, aStudent, aTutor, NEXT_MONDAY_NINE, NOW, type User } from '#tests/support/factories.ts';
import { selectNotifications } from '#tests/support/selects.ts';

const database = useDatabase();

const rowsOf = (user: User) => selectNotifications(database, user.id);
const eventsOf = (user: User) => database.db.select().from(inboxEvents).where(eq(inboxEvents.userId, user.id)).orderBy(inboxEvents.seq);
const note = (title: string) => ({ type: 'info' as const, title, message: 'A message.' });

describe('notifications of a booking', () => {
  // spec realtime.13 | C §9 Realtime, D Realtime and notifications | booking_update with updateType and notificationId, to both parties, beside one
  //   stored notification each | src/server/features/notifications/notifications.projector.ts
  // spec mail.31
  test('each party gets one stored notification and one event for it, at every step', async () => {
    const tutor = await aTutor(database.db);
    const student = await aStudent(database.db);
    const booking = await callerAs(database, student).bookings.request({
      tutorId: tutor.id,
      subjectId: tutor.subjectId,
      startTime: NEXT_MONDAY_NINE,
      endTime: new Date(NEXT_MONDAY_NINE.getTime() + 3_600_000),
      contactNumber: '0771234567',
    });
    const aMinuteLater = () => new Date(NOW.getTime() + 60_000);
    await callerAs(database, tutor.user, { now: aMinuteLater }).bookings.setStatus({ id: booking.id, status: 'confirmed' });
    await callerAs(database, tutor.user, { now: () => booking.endTime }).bookings.setStatus({ id: booking.id, status: 'completed' });

    for (const person of [student, tutor.user]) {
      const stored = (await rowsOf(person)).sort((first, other) => first.id.localeCompare(other.id));
      expect(stored.map(({ title }) => title)).toEqual(['New Booking', 'Booking Confirmed', 'Booking Updated']);
      expect(stored.map(({ type, category }) => `${type}/${category}`)).toEqual(['info/booking', 'success/booking', 'info/booking']);
      expect(stored[0]?.message).toBe(`Your booking for ${booking.subject.name} has been created.`);
      const label = person === student ? 'Leave a Review' : 'View Booking';
      expect(stored[2]?.action).toEqual({ label, url: `/bookings/${booking.id}` });

      const events = await eventsOf(person);
      expect(events.map(({ seq }) => seq)).toEqual([1, 2, 3]);
      expect(events.map(({ payload }) => [payload.type, payload.updateType, payload.notificationId])).toEqual(
        ['created', 'confirmed', 'updated'].map((update, index) => ['booking_update', update, stored[index]?.id]),
      );
    }
  });

  // spec s12-next.40 | S12 B | What somebody did themselves is stored as read, and counts as no news |
  //   src/server/features/notifications/notifications.projector.ts
  test('whoever acts has read of it, and the other has not', async () => {
    const tutor = await aTutor(database.db);
    const student = await aStudent(database.db);
    const [asStudent, asTutor] = [student, tutor.user].map((person) => callerAs(database, person).notifications);
    const countUnread = async () => [(await asStudent?.unreadCount())?.unreadCount, (await asTutor?.unreadCount())?.unreadCount];
    const booking = await callerAs(database, student).bookings.request({
      tutorId: tutor.id,
      subjectId: tutor.subjectId,
      startTime: NEXT_MONDAY_NINE,
      endTime: new Date(NEXT_MONDAY_NINE.getTime() + 3_600_000),
      contactNumber: '0771234567',
    });
    expect(await countUnread()).toEqual([0, 1]);
    await callerAs(database, tutor.user).bookings.setStatus({ id: booking.id, status: 'confirmed' });
    expect(await countUnread()).toEqual([1, 1]);
    const startTime = new Date(NEXT_MONDAY_NINE.getTime() + 3_600_000);
    const { proposal } = await callerAs(database, tutor.user).proposals.propose({ bookingId: booking.id, startTime });
    expect(await countUnread()).toEqual([2, 1]);
    await callerAs(database, student).proposals.accept({ id: proposal?.id ?? '' });
    expect(await countUnread()).toEqual([2, 2]);
    const ownEvents = async (person: User) => (await eventsOf(person)).map(({ payload }) => payload.isOwn ?? false);
    expect(await ownEvents(student)).toEqual([true, false, false, true]);
    expect(await ownEvents(tutor.user)).toEqual([false, true, false]);
  });

  // spec s12-next.41 | S12 B | A notification of a booking names the other person and the time as they are now, and nobody who has left |
  //   src/server/features/notifications/notifications.queries.ts
  test('are listed with the other person and the time', async () => {
    const tutor = await aTutor(database.db);
    const student = await aStudent(database.db);
    const booking = await aBooking(database.db, { tutor, student });
    await callerAs(database, tutor.user).bookings.setStatus({ id: booking.id, status: 'confirmed' });
    const listFor = async (person: User) => (await callerAs(database, person).notifications.list({})).notifications.map((one) => one.booking);
    expect(await listFor(student)).toEqual([{ with: tutor.user.name, startTime: booking.startTime }]);
    expect(await listFor(tutor.user)).toEqual([{ with: student.name, startTime: booking.startTime }]);
    await callerAs(database, student).notifications.create(note('Note to self'));
    expect(await listFor(student)).toContain(null);
  });

  // spec s12-agenda.11 | S12 E | The bell counts a series as one, as the list shows it; what programs read is the number of notifications |
  //   src/server/features/notifications/notifications.queries.ts, src/client/features/notifications/use-notifications.ts
  test('of a series count as one for the bell, until all of them are read', async () => {
    const tutor = await aTutor(database.db);
    const student = await aStudent(database.db);
    for (const week of [0, 1, 2]) {
      const startTime = new Date(NEXT_MONDAY_NINE.getTime() + week * 7 * 24 * 3_600_000);
      const { id } = await aBooking(database.db, { tutor, student, startTime });
      await callerAs(database, tutor.user).bookings.setStatus({ id, status: 'confirmed' });
    }
    const later = new Date(NOW.getTime() + 1000);
    const { notifications } = callerAs(database, student, { now: () => later });
    await notifications.create(note('Note to self'));
    const count = async () => [(await notifications.unreadGroups()).unreadCount, (await notifications.unreadCount()).unreadCount];
    expect(await count()).toEqual([2, 4]);
    const [first, ...others] = (await notifications.list({})).notifications.filter(({ booking }) => booking).map(({ id }) => id);
    await notifications.markRead({ ids: [first ?? ''] });
    expect(await count()).toEqual([2, 3]);
    await notifications.markRead({ ids: others });
    expect(await count()).toEqual([1, 1]);
  });

  // spec s12-agenda.11
  test('are counted by the bell as the list groups them, also beside those that are read', async () => {
    const tutor = await aTutor(database.db);
    const student = await aStudent(database.db, { emailVerifiedAt: NOW });
    const at = (seconds: number) => ({ now: () => new Date(NOW.getTime() + seconds * 1000) });
    const request = (week: number, seconds: number) => {
      const startTime = new Date(NEXT_MONDAY_NINE.getTime() + week * 7 * 24 * 3_600_000);
      const session = { startTime, endTime: new Date(startTime.getTime() + 3_600_000), contactNumber: '0771234567' };
      return callerAs(database, student, at(seconds)).bookings.request({ tutorId: tutor.id, subjectId: tutor.subjectId, ...session });
    };
    const { notifications } = callerAs(database, tutor.user, at(200));
    const counts = async () => {
      const groups = groupNotifications((await notifications.list({})).notifications);
      return [(await notifications.unreadGroups()).unreadCount, groups.filter((group) => group.some(({ read }) => !read)).length];
    };
    const { id } = await request(0, 0);
    // Stands between the two requests, as one's own act.
    await callerAs(database, tutor.user, at(20)).bookings.setStatus({ id, status: 'confirmed' });
    await request(1, 40);
    expect(await counts()).toEqual([2, 2]);
    // Joins the one before it and the one after it, which are more than a minute apart.
    await request(2, 80);
    await request(3, 120);
    const [, middle] = (await notifications.list({})).notifications;
    await notifications.markRead({ ids: [middle?.id ?? ''] });
    expect(await counts()).toEqual([2, 2]);
  });

  test('that are many count one by one beyond the newest hundred', async () => {
    const student = await aStudent(database.db);
    await database.sql`
      insert into notifications (id, user_id, kind, type, category, title, message)
      select gen_random_uuid(), ${student.id}, 'custom', 'info', 'general', 'News', 'Words' from generate_series(1, 130)`;
    expect(await callerAs(database, student).notifications.unreadGroups()).toEqual({ unreadCount: 130 });
  });

  // spec realtime.12 | D Realtime and notifications | News and rows are one transaction | src/server/core/unit-of-work.ts
  test('a refused request notifies nobody', async () => {
    const tutor = await aTutor(database.db, { vacationMode: true });
    const student = await aStudent(database.db);
    await expect(
      callerAs(database, student).bookings.request({
        tutorId: tutor.id,
        subjectId: tutor.subjectId,
        startTime: NEXT_MONDAY_NINE,
        endTime: new Date(NEXT_MONDAY_NINE.getTime() + 3_600_000),
        contactNumber: '0771234567',
      }),
    ).rejects.toThrow('Tutor is on Vacation');
    expect([...(await rowsOf(student)), ...(await rowsOf(tutor.user))]).toEqual([]);
  });

  test('a party that has left is not notified, and the other one is', async () => {
    const tutor = await aTutor(database.db);
    const booking = await aBooking(database.db, { tutor, studentId: null });
    await callerAs(database, tutor.user).bookings.setStatus({ id: booking.id, status: 'cancelled' });
    expect((await rowsOf(tutor.user)).map(({ title }) => title)).toEqual(['Booking Cancelled']);
  });
});

describe('the list of notifications', () => {
  test('pages are newest first with a total, and can be filtered by read and category', async () => {
    const student = await aStudent(database.db);
    for (let index = 0; index < 5; index += 1) {
      const at = new Date(NOW.getTime() + Math.floor(index / 2) * 1000);
      await callerAs(database, student, { now: () => at }).notifications.create({
        ...note(`Note ${index}`),
        category: index === 0 ? 'review' : 'general',
      });
    }
    const caller = callerAs(database, student);
    const first = await caller.notifications.list({ limit: 2 });
    expect(first).toMatchObject({ total: 5, currentPage: 1, totalPages: 3, hasMore: true });
    expect(first.notifications[0]?.title).toBe('Note 4');
    const all = (await Promise.all([1, 2, 3].map((page) => caller.notifications.list({ limit: 2, page })))).flatMap((page) => page.notifications);
    expect(new Set(all.map(({ id }) => id)).size).toBe(5);

    await caller.notifications.markRead({ ids: [all[0]?.id ?? '', 'no id at all'] });
    expect((await caller.notifications.list({ read: true })).total).toBe(1);
    expect((await caller.notifications.list({ category: 'review' })).notifications.map(({ title }) => title)).toEqual(['Note 0']);
    expect(await caller.notifications.stats()).toEqual({ total: 5, unread: 4, read: 1, categories: { review: 1, general: 4 } });
    expect(await caller.notifications.unreadCount()).toEqual({ unreadCount: 4 });
  });

  test('an expired notification is left out', async () => {
    const student = await aStudent(database.db);
    const caller = callerAs(database, student);
    await caller.notifications.create({ ...note('Gone'), expiresAt: NOW });
    await caller.notifications.create({ ...note('Here'), expiresAt: new Date(NOW.getTime() + 1) });
    expect((await caller.notifications.list({})).notifications.map(({ title }) => title)).toEqual(['Here']);
    expect(await caller.notifications.unreadCount()).toEqual({ unreadCount: 1 });
  });

  test("only one's own notifications can be read and deleted", async () => {
    const [student, other] = [await aStudent(database.db), await aStudent(database.db)];
    const { id } = await callerAs(database, other).notifications.create(note('Private'));
    const caller = callerAs(database, student);
    expect(await caller.notifications.markRead({ ids: [id] })).toEqual({ updatedCount: 0 });
    await expect(caller.notifications.remove({ id })).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Notification not found' });
    expect(await caller.notifications.removeAll()).toEqual({ deletedCount: 0 });
    expect(await rowsOf(other)).toHaveLength(1);
  });

  // spec states.53 | P §4 Notification | A notification is unread, read (one or all), or removed |
  //   src/server/features/notifications/notifications.commands.ts
  test('all can be marked as read, and the read ones or all can be deleted', async () => {
    const student = await aStudent(database.db);
    const caller = callerAs(database, student);
    const first = await caller.notifications.create(note('One'));
    await caller.notifications.create(note('Two'));
    await caller.notifications.markRead({ ids: [first.id] });
    expect(await caller.notifications.removeRead()).toEqual({ deletedCount: 1 });
    expect(await caller.notifications.markAllRead()).toEqual({ updatedCount: 1 });
    expect(await caller.notifications.removeAll()).toEqual({ deletedCount: 1 });
  });

  // spec notifications.13
  test('through an instant, those that came later stay as they are', async () => {
    const student = await aStudent(database.db);
    const at = (ms: number) => callerAs(database, student, { now: () => new Date(NOW.getTime() + ms) }).notifications;
    for (const ms of [0, 1, 2]) await at(ms).create(note(`Note ${ms}`));
    const { notifications } = callerAs(database, student);
    const [, second] = (await notifications.list({})).notifications;
    const through = second?.createdAt ?? NOW;
    const listed = async () => (await notifications.list({})).notifications.map(({ title, read }) => (read ? title : `${title}, unread`));
    expect(await notifications.markAllRead({ through })).toEqual({ updatedCount: 2 });
    expect(await listed()).toEqual(['Note 2, unread', 'Note 1', 'Note 0']);
    expect(await notifications.removeAll({ through })).toEqual({ deletedCount: 2 });
    expect(await listed()).toEqual(['Note 2, unread']);
  });

  // spec realtime.14 | C §9 Realtime | new_notification with type, title, message, action |
  //   src/server/features/notifications/notifications.projector.ts
  test('only admins write to other people; everybody else writes to themselves', async () => {
    const [student, other, admin] = [await aStudent(database.db), await aStudent(database.db), await anAdmin(database.db)];
    await callerAs(database, student).notifications.create({ ...note('To whom?'), userId: other.id });
    expect(await rowsOf(other)).toEqual([]);
    await callerAs(database, admin).notifications.create({ ...note('From the desk'), userId: other.id });
    expect((await rowsOf(other)).map(({ title }) => title)).toEqual(['From the desk']);
    expect((await eventsOf(other)).map(({ payload }) => payload.type)).toEqual(['new_notification']);
    await expect(callerAs(database, admin).notifications.create({ ...note('Nobody'), userId: 'x' })).rejects.toThrow('User not found');
  });

  // spec s6-bad-input.7 | S6 | An action url of `javascript:` | src/shared/contracts/notifications.ts
  test.each(['javascript:alert(1)', '//evil.example', 'http://plain.example'])('a link to %s is refused', async (url) => {
    const student = await aStudent(database.db);
    await expect(callerAs(database, student).notifications.create({ ...note('Link'), action: { label: 'Go', url } })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  });

  test('a visitor has no notifications to read', async () => {
    await expect(callerAs(database, null).notifications.list({})).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });
});
