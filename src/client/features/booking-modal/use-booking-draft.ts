import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { session } from '#client/lib/session/session.ts';
import type { SubjectEntryView } from '#shared/contracts/tutors.ts';
import { bookableMethods } from '#shared/domain/rates.ts';
import type { BookableMethod } from '#shared/vocabulary/bookings.ts';
import { type BookingDraft, createDraft, findSubject, storedBooking, withSubject } from './booking-draft.ts';
import { readLastMethod } from './last-method.ts';

export type BookingDraftOptions = {
  tutorId: string;
  student: { id: string; phone: string };
  subjects: readonly SubjectEntryView[];
  /** The subject to begin with, by id or name. */
  initialSubject: string | undefined;
  /** The method to begin with, where the subject offers it. */
  initialMethod: BookableMethod | undefined;
  opened: boolean;
};

export function useBookingDraft(options: BookingDraftOptions): [BookingDraft, Dispatch<SetStateAction<BookingDraft>>] {
  const { tutorId, student, subjects, initialSubject, opened } = options;
  const [draft, setDraft] = useState(() => restoreDraft(options));
  const [initial] = useState(draft);
  const [stored] = useState(() => storedBooking(student.id, tutorId, initial));
  const [lastInitialSubject, setLastInitialSubject] = useState(initialSubject);

  if (initialSubject !== lastInitialSubject) {
    setLastInitialSubject(initialSubject);
    const subject = initialSubject === undefined ? undefined : findSubject(subjects, initialSubject);
    if (subject && subject.subject.id !== draft.subjectId) setDraft({ ...withSubject(draft, subject), step: 0 });
  }

  useEffect(() => {
    if (!opened) stored.remove();
    else if (draft !== initial) stored.write(draft);
  }, [opened, draft, initial, stored]);

  useEffect(
    () => () => {
      if (session.viewer()?.id === student.id) stored.remove();
    },
    [student.id, stored],
  );

  return [draft, setDraft];
}

function restoreDraft({ tutorId, student, subjects, initialSubject, initialMethod }: BookingDraftOptions): BookingDraft {
  const withMethod = (draft: BookingDraft, entry: SubjectEntryView | undefined): BookingDraft => {
    const offered = bookableMethods(entry?.teachingModes ?? []);
    // Without its method the last step would have no price to show.
    if (draft.method !== null && !offered.includes(draft.method)) return { ...draft, method: null, step: 0 };
    const usual = [initialMethod, readLastMethod(student.id)].find((method) => method !== undefined && offered.includes(method));
    return draft.step === 0 && draft.method === null ? { ...draft, method: usual ?? null } : draft;
  };
  const subject = findSubject(subjects, initialSubject);
  const empty = createDraft(subject, student.phone);
  const restored = storedBooking(student.id, tutorId, empty).read();
  const entry = subjects.find((candidate) => candidate.subject.id === restored?.subjectId);
  const isRestored = restored && entry && (initialSubject === undefined || restored.subjectId === empty.subjectId);
  return isRestored ? withMethod(restored, entry) : withMethod(empty, subject);
}
