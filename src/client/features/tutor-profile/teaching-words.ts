import { formatRupees } from '#shared/domain/money.ts';
import { MODE_LABELS } from '#shared/domain/rates.ts';
import type { SubjectDraft } from './profile-draft.ts';
import { hoursInWeek, slotsInWeek, type Week } from './week-slots.ts';

/** What a closed entry says of itself. */
export function summaryOf({ topics, modes, week }: SubjectDraft): string[] {
  const rates = modes
    .filter(({ type, enabled, rate }) => type !== 'group' && enabled && Number(rate) > 0)
    .map(({ type, rate }) => `${MODE_LABELS[type]} ${formatRupees(Number(rate))} / hour`);
  return [topicsSentence(topics.length), ...(rates.length > 0 ? rates : ['No rates yet']), hoursSentence(week)];
}

function topicsSentence(count: number): string {
  if (count === 0) return 'No topics chosen yet';
  return count === 1 ? '1 topic' : `${count} topics`;
}

export function hoursSentence(week: Week): string {
  if (slotsInWeek(week) === 0) return 'No weekly hours yet';
  const hours = hoursInWeek(week);
  return hours === 1 ? '1 hour a week' : `${hours} hours a week`;
}

/** The rate without what people write around it: `Rs. 1,500` is 1500. */
export function typedRate(text: string): string {
  return text.replace(/rs\.?|[,\s]/gi, '');
}

/** Said after an entry was moved, to those who do not see it. */
export function placeSentence(name: string, place: number, count: number): string {
  return `${name} is now number ${place} of ${count}.`;
}
