type Grouped = {
  title: string;
  message: string;
  createdAt: Date;
  booking: { with: string; startTime: Date } | null;
};

/** The bookings of a series are requested, confirmed or cancelled one by one, each within this time after the previous one. */
const SAME_ACTION_MS = 60_000;

/** Groups adjacent notifications that say the same about bookings with the same person. Expects and keeps an order by time. */
export function groupNotifications<N extends Grouped>(notifications: readonly N[]): [N, ...N[]][] {
  const groups: [N, ...N[]][] = [];
  for (const notification of notifications) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group && last && isSameAction(last, notification)) group.push(notification);
    else groups.push([notification]);
  }
  return groups;
}

function isSameAction(one: Grouped, other: Grouped): boolean {
  if (!one.booking || !other.booking || one.booking.startTime.getTime() === other.booking.startTime.getTime()) return false;
  return (
    one.title === other.title &&
    one.message === other.message &&
    one.booking.with === other.booking.with &&
    Math.abs(one.createdAt.getTime() - other.createdAt.getTime()) <= SAME_ACTION_MS
  );
}
