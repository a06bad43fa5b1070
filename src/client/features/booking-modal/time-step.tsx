import type { ChosenTime } from '#client/ui/chosen-time.ts';
import { TimePicker } from '#client/ui/time-picker.tsx';
import type { FreeSessions } from '#shared/domain/free-times.ts';
import type { BookingDraft } from './booking-draft.ts';
import { withStart } from './booking-draft.ts';

export type TimeStepProps = {
  draft: BookingDraft;
  /** Null while the calendar is on its way. */
  sessions: FreeSessions | null;
  time: ChosenTime;
  problem: string | null;
  zone: string;
  onRetry: () => void;
  onChange: (draft: BookingDraft) => void;
};

/** A week at a time; the first one holds the next occurrence of every weekday. */
export function TimeStep({ draft, sessions, time, problem, zone, onRetry, onChange }: TimeStepProps) {
  return (
    <TimePicker
      sessions={sessions}
      problem={problem}
      date={draft.date}
      time={time}
      onRetry={onRetry}
      onDate={(date) => onChange({ ...draft, date })}
      onChoose={(start) => onChange(withStart(draft, start, zone))}
    />
  );
}
