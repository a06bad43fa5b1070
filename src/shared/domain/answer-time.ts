export type AnswerTime = { unit: 'hours'; hours: number } | { unit: 'day' } | { unit: 'two-days' };

/** Rounds up. Null where the time is unknown or longer than two days. */
export function answerTimeOf(minutes: number | null): AnswerTime | null {
  if (minutes === null) return null;
  const hours = Math.max(1, Math.ceil(minutes / 60));
  if (hours > 48) return null;
  if (hours > 24) return { unit: 'two-days' };
  return hours > 12 ? { unit: 'day' } : { unit: 'hours', hours };
}
