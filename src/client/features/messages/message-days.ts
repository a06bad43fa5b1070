import type { MessageView } from '#shared/contracts/messages.ts';
import { addDays, formatDate, wallClock } from '#shared/domain/zone.ts';
import type { Unsent } from './unsent-store.ts';

/** Messages of one side that follow each other so closely are shown as one. */
const TOGETHER_MS = 5 * 60_000;

/** A message as it is shown: one that the server has, or one that is still to be sent. */
export type Line = {
  /** Stays the same when what was to be sent has been sent. */
  key: string;
  text: string;
  isMine: boolean;
  at: Date;
  /** Null of one that is still to be sent. */
  id: string | null;
  unsent: Unsent | null;
};

export type Group = { key: string; isMine: boolean; lines: Line[] };
export type Day = { date: string; label: string; groups: Group[] };

/** What the server has, then what is still to be sent; one that is both, because its answer got lost, once. */
export function linesOf(messages: readonly MessageView[], unsent: readonly Unsent[]): Line[] {
  const sent = messages.map(({ id, clientId, text, isOwn: isMine, createdAt }) => ({
    key: isMine ? clientId : id,
    text,
    isMine,
    at: createdAt,
    id,
    unsent: null,
  }));
  const arrived = new Set(sent.filter(({ isMine }) => isMine).map(({ key }) => key));
  const waiting = unsent.filter(({ clientId }) => !arrived.has(clientId));
  return [...sent, ...waiting.map((one) => ({ key: one.clientId, text: one.text, isMine: true, at: new Date(one.at), id: null, unsent: one }))];
}

/** By the days of the zone, and in them by who wrote. */
export function daysOf(lines: readonly Line[], zone: string, now: Date): Day[] {
  const days: Day[] = [];
  for (const line of lines) {
    const last = days.at(-1);
    const itsDate = wallClock(line.at, zone).date;
    // What is still to be sent comes last, even by a clock that is slow.
    const date = line.unsent && last && last.date > itsDate ? last.date : itsDate;
    const day = last?.date === date ? last : { date, label: dayLabel(date, zone, now), groups: [] };
    if (day !== last) days.push(day);

    const group = day.groups.at(-1);
    if (group && belongsTo(group, line)) group.lines.push(line);
    else day.groups.push({ key: line.key, isMine: line.isMine, lines: [line] });
  }
  return days;
}

function belongsTo({ isMine, lines }: Group, line: Line): boolean {
  const before = lines.at(-1);
  if (before === undefined || isMine !== line.isMine || isStuck(before) !== isStuck(line)) return false;
  return line.at.getTime() - before.at.getTime() < TOGETHER_MS;
}

/** What went before it says when. */
function isStuck({ unsent }: Line): boolean {
  return unsent !== null && unsent.state !== 'sending';
}

function dayLabel(date: string, zone: string, now: Date): string {
  const today = wallClock(now, zone).date;
  if (date === today) return 'Today';
  return date === addDays(today, -1) ? 'Yesterday' : formatDate(date);
}
