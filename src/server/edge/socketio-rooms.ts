import type { Socket } from 'socket.io';
import { z } from 'zod';
import type { Caller } from '#server/api/router.ts';
import type { Actor } from '#server/core/context.ts';
import { createTokenBucket } from '#server/core/socket-limits.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';

const MOST_ROOMS = 50;
/** Each asks the database. */
const JOINS = { capacity: MOST_ROOMS, perSecond: 1 };

const BOOKING_ROOM = /^booking_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

const room = z.string().regex(BOOKING_ROOM);
const typing = z.object({ room, userName: z.string().transform((name) => name.slice(0, LIMITS.name.max)) });
const typingStopped = typing.pick({ room: true });

/**
 * The rooms of an external client. News reaches it without them; a booking's room alone carries something, who is typing,
 * to the sockets of the same process. Whatever else is asked for is passed over in silence.
 */
export function openRooms(socket: Socket, actor: Actor, caller: Caller): void {
  const own = [`user_${actor.id}`, ...(actor.role === 'admin' ? ['admin_room'] : [])];
  void socket.join(own);
  const mayAsk = createTokenBucket(JOINS);
  /** Those that were asked for and not left again, while the database is asked too. */
  const wanted = new Set<string>();

  async function join(name: unknown): Promise<void> {
    if (typeof name !== 'string') return;
    if (own.includes(name)) return void socket.join(name);
    const [, bookingId] = BOOKING_ROOM.exec(name) ?? [];
    if (bookingId === undefined || wanted.has(name) || wanted.size >= MOST_ROOMS || !mayAsk()) return;
    wanted.add(name);
    if (!(await isPartyOf(actor, caller, bookingId))) wanted.delete(name);
    // Whoever has gone meanwhile would stay in the room for ever.
    else if (wanted.has(name) && socket.connected) void socket.join(name);
  }
  function leave(name: unknown): void {
    if (typeof name !== 'string' || !(own.includes(name) || wanted.delete(name))) return;
    void socket.leave(name);
  }
  function relay<T extends { room: string }>(said: unknown, shape: z.ZodType<T>, tell: (said: T) => [name: string, payload: object]): void {
    const { data } = shape.safeParse(said);
    if (data && socket.rooms.has(data.room)) socket.to(data.room).emit(...tell(data));
  }

  socket.on('join_room', (name: unknown) => void join(name));
  socket.on('leave_room', leave);
  socket.on('typing_start', (said: unknown) => relay(said, typing, ({ userName }) => ['user_typing', { userId: actor.id, userName }]));
  socket.on('typing_stop', (said: unknown) => relay(said, typingStopped, () => ['user_stop_typing', { userId: actor.id }]));
}

/** An admin may read a booking, and is no party of it. */
async function isPartyOf({ id }: Actor, caller: Caller, bookingId: string): Promise<boolean> {
  try {
    const { student, tutor } = await caller.bookings.byId({ id: bookingId });
    return student.id === id || tutor.user?.id === id;
  } catch {
    return false;
  }
}
