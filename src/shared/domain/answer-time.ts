/** Rounded up; nothing where it is unknown or longer than two days. */
export function describeAnswerTime(minutes: number | null): string | null {
  if (minutes === null) return null;
  const hours = Math.max(1, Math.ceil(minutes / 60));
  if (hours > 48) return null;
  if (hours > 24) return 'within 2 days';
  if (hours > 12) return 'within a day';
  return hours === 1 ? 'within 1 hour' : `within ${hours} hours`;
}
