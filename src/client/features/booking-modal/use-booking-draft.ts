import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { session } from '#client/lib/session/session.ts';
import type { SubjectEntryView } from '#shared/contracts/tutors.ts';
import { bookableMethods } from '#shared/domain/rates.ts';
import { type BookingDraft, newDraft, subjectWanted, withSubject } from './booking-draft.ts';
import { forgetBooking, keepBooking, keptBooking } from './kept-booking.ts';

type Begun = {
  tutorId: string;
  student: { id: string; phone: string };
  subjects: readonly SubjectEntryView[];
  /** The subject that was asked for, by id or name. */
  wanted: string | undefined;
  opened: boolean;
};

/** What is chosen and typed; a reload, or a session that has run out, finds it again, and whoever closes the modal lets it go. */
export function useBookingDraft(begun: Begun): [BookingDraft, Dispatch<SetStateAction<BookingDraft>>] {
  const { tutorId, student, subjects, wanted, opened } = begun;
  const [draft, setDraft] = useState(() => firstDraft(begun));
  const [begunDraft] = useState(draft);
  const [begunWith, setBegunWith] = useState(wanted);

  if (wanted !== begunWith) {
    setBegunWith(wanted);
    const subject = wanted === undefined ? undefined : subjectWanted(subjects, wanted);
    if (subject && subject.subject.id !== draft.subjectId) setDraft({ ...withSubject(draft, subject), step: 0 });
  }

  useEffect(() => {
    if (!opened) forgetBooking(student.id, tutorId);
    else if (draft !== begunDraft) keepBooking(student.id, tutorId, draft);
  }, [opened, draft, begunDraft, student.id, tutorId]);

  useEffect(
    () => () => {
      if (session.viewer()?.id === student.id) forgetBooking(student.id, tutorId);
    },
    [student.id, tutorId],
  );

  return [draft, setDraft];
}

function firstDraft({ tutorId, student, subjects, wanted }: Begun): BookingDraft {
  const subject = subjectWanted(subjects, wanted);
  const empty = newDraft(subject, student.phone);
  const kept = keptBooking(student.id, tutorId, empty);
  const entry = subjects.find((one) => one.subject.id === kept?.subjectId);
  if (!kept || !entry || (wanted !== undefined && kept.subjectId !== empty.subjectId)) return empty;
  // The last step would have no price to show.
  const isOffered = kept.method === null || bookableMethods(entry.teachingModes).includes(kept.method);
  return isOffered ? kept : { ...kept, method: null, step: 0 };
}
