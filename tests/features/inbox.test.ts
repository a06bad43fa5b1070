import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { inboxEvents } from '#db/schema/notifications.ts';
import { sessions } from '#db/schema/people.ts';
import type { SignedIn } from '#server/core/context.ts';
import { createHub, type Hub, type Subscription } from '#server/core/hub.ts';
import { createRecentTopics } from '#server/core/recent-topics.ts';
import { listRowsAfter, streamInbox, watchTutor } from '#server/features/inbox/inbox.queries.ts';
import { sweepExpired } from '#server/infra/sweep.ts';
import { INBOX_DAYS, INBOX_MOST_MISSED } from '#shared/vocabulary/limits.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, aStudent, aTutor, HOUR, NOW, type Tutor, type User } from '#tests/support/factories.ts';
import { createTestHub, openInbox, type TestHub } from '#tests/support/hubs.ts';

const database = useDatabase();
let hub: Hub;
let listening: TestHub;

beforeAll(async () => {
  listening = await createTestHub(database);
  hub = listening.hub;
});
afterAll(() => hub.close());

const startSession = (id: string, user: User) =>
  database.db.insert(sessions).values({ id, userId: user.id, expiresAt: new Date(Date.now() + 60_000), lifetimeHours: 12 });

const asOf = (user: User, sessionId?: string): SignedIn => {
  const ctx = contextAs(database, user, { hub, sessionId });
  if (ctx.session.state !== 'actor') throw new Error('nobody');
  return { ...ctx, actor: ctx.session.actor };
};
const follow = (user: User, cursor?: string, sessionId?: string) => {
  const ending = new AbortController();
  const stream = openInbox(asOf(user, sessionId), cursor, ending.signal);
  return { next: async () => (await stream.next()).value, end: () => ending.abort(), stream };
};
const notify = (user: User, title: string) =>
  callerAs(database, user, { hasRateLimits: false }).notifications.create({ type: 'info', title, message: 'A message.' });
const titleOf = (followed: { event: { type: string; notification?: { title: string } } } | undefined) => followed?.event.notification?.title;

describe('inbox.stream', () => {
  // spec realtime.10 | S6 | A cursor that is missing, ahead or too old is reset, and the client reads again |
  //   src/server/features/inbox/inbox.queries.ts
  test('the stream starts with a reset that gives the position, then delivers new events once and in order', async () => {
    const student = await aStudent(database.db);
    await notify(student, 'Before');
    const { next, end } = follow(student);
    expect(await next()).toEqual({ id: '1.0', event: { type: 'reset' } });
    await notify(student, 'First');
    await notify(student, 'Second');
    const first = await next();
    expect([first?.id, titleOf(first)]).toEqual(['2.0', 'First']);
    expect(titleOf(await next())).toBe('Second');
    end();
  });

  test('a stream with a cursor continues after it and delivers everything that was missed', async () => {
    const student = await aStudent(database.db);
    for (const title of ['One', 'Two', 'Three']) await notify(student, title);
    const { next, end } = follow(student, '1.0');
    expect([titleOf(await next()), titleOf(await next())]).toEqual(['Two', 'Three']);
    await notify(student, 'Four');
    expect(titleOf(await next())).toBe('Four');
    end();
  });

  // spec realtime.10
  test.each([
    ['ahead of the inbox', '9.0'],
    ['rubbish', 'drop table'],
    ['without an announcement', '1'],
  ])('a cursor %s is reset', async (_, cursor) => {
    const student = await aStudent(database.db);
    await notify(student, 'One');
    const { next, end } = follow(student, cursor);
    expect(await next()).toEqual({ id: '1.0', event: { type: 'reset' } });
    end();
  });

  // spec realtime.10
  test('a cursor whose next row was pruned is reset', async () => {
    const student = await aStudent(database.db);
    for (const title of ['One', 'Two', 'Three']) await notify(student, title);
    await database.sql`delete from inbox_events where user_id = ${student.id} and seq <= 2`;
    const { next, end } = follow(student, '1.0');
    expect(await next()).toEqual({ id: '3.0', event: { type: 'reset' } });
    end();
  });

  test('a cursor before events that were removed is reset, wherever it points', async () => {
    const student = await aStudent(database.db);
    for (const title of ['One', 'Two', 'Three', 'Four']) await notify(student, title);
    const age = (seq: number) => database.sql`update inbox_events set created_at = ${new Date(NOW.getTime() - INBOX_DAYS * 24 * HOUR).toISOString()}
      where user_id = ${student.id} and seq = ${seq}`;
    const firstAfter = async (cursor: string) => {
      const { next, end } = follow(student, cursor);
      const first = await next();
      end();
      return [first?.id, first?.event.type];
    };
    await age(3);
    await sweepExpired(database.db, NOW);
    expect(await firstAfter('2.0')).toEqual(['4.0', 'reset']);
    expect(await firstAfter('3.0')).toEqual(['4.0', 'new_notification']);
    const { next, end } = follow(student, '1.0');
    expect([(await next())?.id, (await next())?.event.type]).toEqual(['2.0', 'reset']);
    end();
    await age(4);
    await sweepExpired(database.db, NOW);
    expect(await firstAfter('3.0')).toEqual(['4.0', 'reset']);
  });

  // spec s6.3
  test('events that arrive while the listener is away are delivered when it listens again', async () => {
    const student = await aStudent(database.db);
    await startSession('a-session-that-was-away', student);
    const { next, end } = follow(student, undefined, 'a-session-that-was-away');
    await next();
    await database.sql`with taken as (insert into inboxes values (${student.id}, 1) returning *)
      insert into inbox_events (user_id, seq, kind, payload)
      select user_id, 1, 'new_notification', ${JSON.stringify({
        type: 'new_notification',
        notification: {
          id: 'n',
          type: 'info',
          title: 'Unheard',
          message: 'm',
          action: null,
          category: 'general',
          priority: 'low',
          createdAt: new Date(),
        },
      })}::text::jsonb from taken`;
    listening.relisten();
    expect(titleOf(await next())).toBe('Unheard');
    end();
  });

  // spec realtime.8 | D Accounts | The stream of a session ends with it, on the server too, also where it runs out or goes unsaid |
  //   src/server/core/hub.ts
  test('the stream ends with its session and leaves other sessions alone', async () => {
    const student = await aStudent(database.db);
    const [ownSession, other] = [`mine-${student.id}`, `other-${student.id}`];
    for (const id of [ownSession, other]) await startSession(id, student);
    const streamOf = (sessionId: string) => openInbox(asOf(student, sessionId));
    const [ending, staying] = [streamOf(ownSession), streamOf(other)];
    await Promise.all([ending.next(), staying.next()]);
    await callerAs(database, student, { sessionId: ownSession }).auth.logout();
    expect(await ending.next()).toEqual({ value: undefined, done: true });
    await notify(student, 'Still here');
    expect(titleOf((await staying.next()).value ?? undefined)).toBe('Still here');
    await staying.return(undefined);
  });

  // spec realtime.8
  test('a stream whose session is already over ends at once', async () => {
    const student = await aStudent(database.db);
    const stream = openInbox(asOf(student, `over-${student.id}`));
    expect((await stream.next()).value?.event.type).toBe('reset');
    expect(await stream.next()).toEqual({ value: undefined, done: true });
  });

  // spec realtime.8
  test('a stream whose session expires ends without a signal', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { hub: own } = await createTestHub(database);
    const student = await aStudent(database.db);
    await startSession(`short-${student.id}`, student);
    const stream = openInbox({ ...asOf(student, `short-${student.id}`), hub: own });
    await stream.next();
    const ending = stream.next();
    await database.sql`update sessions set expires_at = now() where user_id = ${student.id}`;
    vi.advanceTimersByTime(60_000);
    vi.useRealTimers();
    expect(await ending).toEqual({ value: undefined, done: true });
    await own.close();
  });

  // spec realtime.10
  test('a listener that has missed too many events is reset', async () => {
    const student = await aStudent(database.db);
    await notify(student, 'First');
    await notify(student, 'Second');
    const more = (last: number) => database.sql`with taken as (update inboxes set last_seq = ${last} where user_id = ${student.id} returning 1)
      insert into inbox_events (user_id, seq, kind, payload)
      select user_id, more, kind, payload from inbox_events, taken, generate_series(3, ${last}::bigint) more where user_id = ${student.id} and seq = 2
      on conflict do nothing`;
    const firstAfter = async (cursor: string) => {
      const { next, end } = follow(student, cursor);
      const first = await next();
      end();
      return [first?.id, first?.event.type];
    };
    await more(INBOX_MOST_MISSED + 1);
    expect(await firstAfter('1.0')).toEqual(['2.0', 'new_notification']);
    await more(INBOX_MOST_MISSED + 2);
    expect(await firstAfter('1.0')).toEqual([`${INBOX_MOST_MISSED + 2}.0`, 'reset']);
  });

  // spec s6-bad-input.2
  test('the stream delivers no events of other people', async () => {
    const [student, other] = [await aStudent(database.db), await aStudent(database.db)];
    const { next, end, stream } = follow(student);
    await next();
    await notify(other, 'Private');
    await notify(student, 'Mine');
    expect(titleOf(await next())).toBe('Mine');
    end();
    expect(await stream.next()).toEqual({ value: undefined, done: true });
  });
});

describe('inbox.after', () => {
  const askAfter = (user: User, cursor?: string) => callerAs(database, user).inbox.after({ cursor });

  // spec realtime.6
  test('inbox.after returns at once what the stream would deliver, and the next cursor', async () => {
    const student = await aStudent(database.db);
    await notify(student, 'Before');
    expect(await askAfter(student)).toEqual({ cursor: '1.0', events: [{ id: '1.0', event: { type: 'reset' } }] });
    expect(await askAfter(student, '1.0')).toEqual({ cursor: '1.0', events: [] });
    await notify(student, 'First');
    await notify(student, 'Second');
    const { cursor, events } = await askAfter(student, '1.0');
    expect([cursor, events.map(titleOf)]).toEqual(['3.0', ['First', 'Second']]);
    expect(await askAfter(student, 'rubbish')).toEqual({ cursor: '3.0', events: [{ id: '3.0', event: { type: 'reset' } }] });
  });
});

describe('changes made in one browser', () => {
  const apiAs = (user: User) => callerAs(database, user);

  // spec notifications.12 | S6 | What is read or removed in one browser is so in the others of the person |
  //   src/server/features/notifications/notifications.commands.ts
  test.each([
    ['one that is marked as read', (user: User, id: string) => apiAs(user).notifications.markRead({ ids: [id] })],
    ['all marked as read', (user: User) => apiAs(user).notifications.markAllRead()],
    ['one that is removed', (user: User, id: string) => apiAs(user).notifications.remove({ id })],
    ['all removed', (user: User) => apiAs(user).notifications.removeAll()],
  ])('%s reaches the other browsers, and a repetition reaches none', async (_, act) => {
    const student = await aStudent(database.db);
    const { id } = await notify(student, 'News');
    await act(student, id);
    await Promise.resolve(act(student, id)).catch(() => null);
    const { events } = await apiAs(student).inbox.after({ cursor: '1.0' });
    expect(events.map(({ event }) => event.type)).toEqual(['notifications_changed']);
  });
});

describe('the hub', () => {
  // spec realtime.11
  test('listeners that wake up together share one read', async () => {
    const tutor = await aTutor(database.db);
    const booking = await aBooking(database.db, { tutor });
    const student = { ...tutor.user, id: booking.studentId ?? '', role: 'student' as const };
    const streams = [follow(tutor.user), follow(tutor.user), follow(student)];
    for (const { next } of streams) await next();
    const before = listening.reads();
    await callerAs(database, tutor.user).bookings.setStatus({ id: booking.id, status: 'confirmed' });
    const events = await Promise.all(streams.map(({ next }) => next()));
    expect(events.map((followed) => followed?.event.type)).toEqual(['booking_update', 'booking_update', 'booking_update']);
    expect(listening.reads() - before).toBe(1);
    for (const { end } of streams) end();
  });

  test('a listener that fails affects no other listener, and learns the reason', async () => {
    const student = await aStudent(database.db);
    const broken = hub.subscribe({ userId: student.id }).listen({ seq: 0, announcement: 0 }, () => {
      throw new Error('This one is broken.');
    });
    const { next, end } = follow(student);
    await next();
    const [why] = await Promise.all([broken.catch((error: Error) => error.message), notify(student, 'For the others')]);
    expect(why).toBe('This one is broken.');
    expect(titleOf(await next())).toBe('For the others');
    end();
  });

  test('an event between reading and listening is delivered once', async () => {
    const student = await aStudent(database.db);
    const other = follow(student);
    await other.next();
    const late: Hub = {
      ...hub,
      subscribe(names) {
        const subscription = hub.subscribe(names);
        const listen: Subscription['listen'] = async (place, onEvent) => {
          await notify(student, 'In between');
          expect(titleOf(await other.next())).toBe('In between');
          return subscription.listen(place, onEvent);
        };
        return { ...subscription, listen: listen };
      },
    };
    const stream = openInbox({ ...asOf(student), hub: late });
    expect((await stream.next()).value?.event.type).toBe('reset');
    expect(titleOf((await stream.next()).value ?? undefined)).toBe('In between');
    await notify(student, 'After it');
    expect(titleOf((await stream.next()).value ?? undefined)).toBe('After it');
    await stream.return(undefined);
    other.end();
  });

  test('a failed read is repeated', async () => {
    const student = await aStudent(database.db);
    const failures: unknown[] = [];
    let onNotify = (_name: string) => {};
    const own = await createHub({
      async listen(listener) {
        onNotify = listener;
        return async () => {};
      },
      readInboxes: (cursors) => (failures.length === 0 ? Promise.reject(new Error('no database')) : listRowsAfter(database.db, cursors)),
      readAnnouncements: async () => [],
      findLiveSessions: async (sessionIds) => new Set(sessionIds),
      onError: (error) => failures.push(error),
    });
    const stream = openInbox({ ...asOf(student), hub: own });
    await stream.next();
    const next = stream.next();
    await notify(student, 'At the second try');
    onNotify(student.id);
    expect(titleOf((await next).value ?? undefined)).toBe('At the second try');
    expect(failures.length).toBe(1);
    await own.close();
  });

  // spec s12-seen.62 | S12 E | A process also stops in good order when its connection to the database has just been lost | src/server/core/hub.ts
  test('is closed although its connection is gone', async () => {
    const own = await createHub({
      listen: async () => () => Promise.reject(new Error('CONNECTION_CLOSED')),
      readInboxes: async () => [],
      readAnnouncements: async () => [],
      findLiveSessions: async (sessionIds) => new Set(sessionIds),
      onError: () => {},
    });
    await expect(own.close()).resolves.toBeUndefined();
  });
});

describe('a stream', () => {
  test('a stream delivers to callbacks and iterators alike, and to none after it has been left', async () => {
    const student = await aStudent(database.db);
    await notify(student, 'Before');
    const leaving = new AbortController();
    const pushed: { id: string; event: unknown }[] = [];
    const options = { cursor: '0.0', signal: leaving.signal };
    const over = streamInbox(asOf(student), options, () => null).pushTo((id, event) => pushed.push({ id, event }));
    const { next, end } = follow(student, '0.0');
    const events = [await next()];
    await notify(student, 'First');
    events.push(await next());
    await notify(student, 'Second');
    events.push(await next());
    expect(events.map(titleOf)).toEqual(['Before', 'First', 'Second']);
    expect(pushed).toEqual(events);
    leaving.abort();
    await over;
    await notify(student, 'After it was left');
    expect(titleOf(await next())).toBe('After it was left');
    expect(pushed.length).toBe(3);
    end();
  });
});

describe('watchTutor', () => {
  const change = async (tutor: Tutor) => aBooking(database.db, { tutor });

  // spec realtime.16 | D Booking | Free times are watched while a modal is open | src/server/features/inbox/inbox.queries.ts
  test('watchTutor signals at once, and again whenever a time is booked or freed', async () => {
    const tutor = await aTutor(database.db);
    const booking = await change(tutor);
    const ending = new AbortController();
    const watching = watchTutor(contextAs(database, null, { hub }), { tutorId: tutor.id, signal: ending.signal }, (id, event) => ({ id, event }));
    const watch = watching[Symbol.asyncIterator]();
    expect((await watch.next()).value).toEqual({ id: '0', event: { tutorId: tutor.id } });
    await callerAs(database, tutor.user).bookings.setStatus({ id: booking.id, status: 'cancelled' });
    expect((await watch.next()).value).toEqual({ id: '1', event: { tutorId: tutor.id } });
    ending.abort();
    expect((await watch.next()).done).toBe(true);
  });
});

// spec s14-live.8 | S14 4 | Who has read everything at some time is told of a tutor's changes since then, and is not told to read again without one |
//   src/server/core/recent-topics.ts, src/server/features/inbox/inbox.queries.ts
describe('watchTutor of somebody who has just read', () => {
  const MINUTE = 60_000;
  const topic = 'tutor:one';
  const aClock = () => {
    let at = NOW.getTime();
    return { now: () => at, pass: (ms: number) => (at += ms) };
  };

  test('knows of the changes of the last minute, within the difference of two clocks', () => {
    const clock = aClock();
    const changes = createRecentTopics(clock.now);
    clock.pass(MINUTE);
    const readAt = clock.now();
    expect(changes.hasComeSince(topic, readAt)).toBe(false);
    clock.pass(1);
    changes.add(topic);
    expect([topic, 'tutor:two'].map((one) => changes.hasComeSince(one, readAt))).toEqual([true, false]);
    expect(changes.hasComeSince(topic, readAt + 2_001)).toBe(true);
    expect(changes.hasComeSince(topic, readAt + 2_002)).toBe(false);
    changes.rotate();
    expect(changes.hasComeSince(topic, readAt)).toBe(true);
  });

  test('takes for changed what it does not know: before it began, after a lost connection, and long ago', () => {
    const clock = aClock();
    const changes = createRecentTopics(clock.now);
    const start = clock.now();
    expect([start + 1_999, start + 2_000].map((at) => changes.hasComeSince(topic, at))).toEqual([true, false]);
    clock.pass(MINUTE);
    changes.rotate();
    clock.pass(MINUTE);
    changes.rotate();
    expect([start + MINUTE + 1_999, start + MINUTE + 2_000].map((at) => changes.hasComeSince(topic, at))).toEqual([true, false]);
    changes.forget();
    expect(changes.hasComeSince(topic, clock.now() + 1_999)).toBe(true);
  });

  test('is told nothing until something changes, and at once of what changed between the reading and the subscription', async () => {
    const tutor = await aTutor(database.db);
    const open = (since: number) => {
      const ending = new AbortController();
      const watching = watchTutor(contextAs(database, null, { hub }), { tutorId: tutor.id, since, signal: ending.signal }, (id) => id);
      const stream = watching[Symbol.asyncIterator]();
      return { next: async () => (await stream.next()).value, end: () => ending.abort() };
    };
    const afterAll = Date.now() + HOUR;
    const unchanged = open(afterAll);
    const nothing = unchanged.next();
    unchanged.end();
    expect(await nothing).toBeUndefined();

    const changed = open(afterAll);
    const news = changed.next();
    await database.sql`select pg_notify('news', ${`tutor:${tutor.id}`})`;
    expect(await news).toBe('0');
    const late = open(Date.now());
    expect(await late.next()).toBe('0');
    for (const { end } of [changed, late]) end();
  });
});

test('an inbox has consecutive numbers whatever happens simultaneously', async () => {
  const student = await aStudent(database.db);
  await Promise.all(Array.from({ length: 40 }, (_, index) => notify(student, `Note ${index}`)));
  const rows = await database.db.select({ seq: inboxEvents.seq, userId: inboxEvents.userId }).from(inboxEvents);
  const seqs = rows.filter(({ userId }) => userId === student.id).map(({ seq }) => seq);
  expect(seqs.sort((first, other) => first - other)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
});
