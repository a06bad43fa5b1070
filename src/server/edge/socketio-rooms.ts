import type { Socket } from 'socket.io';
import { z } from 'zod';
import type { Caller } from '#server/api/router.ts';
import type { Actor } from '#server/core/context.ts';
import { createTokenBucket } from '#server/core/socket-limits.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';

const MAX_ROOMS = 50;
const JOIN_LIMIT = { capacity: MAX_ROOMS, perSecond: 1 };

const BOOKING_ROOM = /^booking_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

const room = z.string().regex(BOOKING_ROOM);
const typing = z.object({ room, userName: z.string().transform((name) => name.slice(0, LIMITS.name.max)) });
const typingStopped = typing.pick({ room: true });

/** Events do not need rooms. The room of a booking only tells who is typing, to sockets of the same process; other rooms are ignored. */
export function handleRooms(socket: Socket, actor: Actor, caller: Caller): void {
  const own = [`user_${actor.id}`, ...(actor.role === 'admin' ? ['admin_room'] : [])];
  void socket.join(own);
  const takeJoin = createTokenBucket(JOIN_LIMIT);
  const requestedRooms = new Set<string>();

  async function join(name: unknown): Promise<void> {
    if (typeof name !== 'string') return;
    if (own.includes(name)) return void socket.join(name);
    const [, bookingId] = BOOKING_ROOM.exec(name) ?? [];
    if (bookingId === undefined || requestedRooms.has(name) || requestedRooms.size >= MAX_ROOMS || !takeJoin()) return;
    requestedRooms.add(name);
    if (!(await isParty(actor, caller, bookingId))) requestedRooms.delete(name);
    // After a disconnect the socket would stay in the room.
    else if (requestedRooms.has(name) && socket.connected) void socket.join(name);
  }
  function leave(name: unknown): void {
    if (typeof name !== 'string' || !(own.includes(name) || requestedRooms.delete(name))) return;
    void socket.leave(name);
  }
  function relay<T extends { room: string }>(sent: unknown, schema: z.ZodType<T>, toEvent: (data: T) => [name: string, payload: object]): void {
    const { data } = schema.safeParse(sent);
    if (data && socket.rooms.has(data.room)) socket.to(data.room).emit(...toEvent(data));
  }

  socket.on('join_room', (name: unknown) => void join(name));
  socket.on('leave_room', leave);
  socket.on('typing_start', (data: unknown) => relay(data, typing, ({ userName }) => ['user_typing', { userId: actor.id, userName }]));
  socket.on('typing_stop', (data: unknown) => relay(data, typingStopped, () => ['user_stop_typing', { userId: actor.id }]));
}

async function isParty({ id }: Actor, caller: Caller, bookingId: string): Promise<boolean> {
  try {
    const { student, tutor } = await caller.bookings.byId({ id: bookingId });
    return student.id === id || tutor.user?.id === id;
  } catch {
    return false;
  }
}
