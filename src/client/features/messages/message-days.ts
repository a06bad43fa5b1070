import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { MessageView } from '#shared/contracts/messages.ts';
import { addDays, formatDate, wallClock } from '#shared/domain/zone.ts';
import type { OutboxMessage } from './outbox.ts';

/** Messages of one side that are this close together form a group. */
const GROUP_MS = 5 * 60_000;

export type Line = {
  /** Does not change when the message has been sent. */
  key: string;
  text: string;
  isOwn: boolean;
  at: Date;
  id: string | null;
  unsent: OutboxMessage | null;
};

export type Group = { key: string; isOwn: boolean; lines: Line[] };
export type Day = { date: string; label: string; groups: Group[] };

/** A message that is in both lists, because its answer was lost, appears once. */
export function toLines(messages: readonly MessageView[], outbox: readonly OutboxMessage[]): Line[] {
  const sent = messages.map(({ id, clientId, text, isOwn, createdAt }) => ({
    key: isOwn ? clientId : id,
    text,
    isOwn,
    at: createdAt,
    id,
    unsent: null,
  }));
  const sentKeys = new Set(sent.filter(({ isOwn }) => isOwn).map(({ key }) => key));
  const unsent = outbox.filter(({ clientId }) => !sentKeys.has(clientId));
  return [
    ...sent,
    ...unsent.map((message) => ({ key: message.clientId, text: message.text, isOwn: true, at: new Date(message.at), id: null, unsent: message })),
  ];
}

export function groupByDay(i18n: I18n, lines: readonly Line[], { zone, now }: { zone: string; now: Date }): Day[] {
  const days: Day[] = [];
  for (const line of lines) {
    const lastDay = days.at(-1);
    const ownDate = wallClock(line.at, zone).date;
    // Unsent messages come last, even if this device's clock is slow.
    const date = line.unsent && lastDay && lastDay.date > ownDate ? lastDay.date : ownDate;
    const day = lastDay?.date === date ? lastDay : { date, label: formatDayLabel(i18n, date, wallClock(now, zone).date), groups: [] };
    if (day !== lastDay) days.push(day);

    const group = day.groups.at(-1);
    if (group && belongsTo(group, line)) group.lines.push(line);
    else day.groups.push({ key: line.key, isOwn: line.isOwn, lines: [line] });
  }
  return days;
}

function belongsTo({ isOwn, lines }: Group, line: Line): boolean {
  const previous = lines.at(-1);
  if (previous === undefined || isOwn !== line.isOwn || hasFailed(previous) !== hasFailed(line)) return false;
  return line.at.getTime() - previous.at.getTime() < GROUP_MS;
}

/** The last sent message shows its time, so a failed one starts a new group. */
function hasFailed({ unsent }: Line): boolean {
  return unsent !== null && unsent.state !== 'sending';
}

function formatDayLabel(i18n: I18n, date: string, today: string): string {
  if (date === today) return i18n._(msg`Today`);
  return date === addDays(today, -1) ? i18n._(msg`Yesterday`) : formatDate(date, i18n.locale);
}
