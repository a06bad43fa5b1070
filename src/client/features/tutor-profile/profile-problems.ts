import type { FormErrors } from '#client/lib/forms/form-contracts.ts';
import { weekProblem } from '#shared/domain/weekly-hours.ts';
import { DomainError, ERRORS } from '#shared/errors.ts';
import { VALIDATION } from '#shared/messages.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { type ProfileDraft, toInput } from './profile-draft.ts';

/** What is wrong with a draft, by the path of the contract; what is only missing is not wrong. */
export type FindProblems = (draft: ProfileDraft, thisYear: number) => FormErrors;

/** The contract and the rules that the server keeps; the code of the contract arrives after the first paint. */
export async function loadFindProblems(): Promise<FindProblems> {
  const { saveProfileInput } = await import('#shared/contracts/tutors.ts');
  return (draft, thisYear) => {
    const errors: FormErrors = {};
    for (const { path, message } of saveProfileInput.safeParse(toInput(draft)).error?.issues ?? []) errors[path.join('.')] ??= message;
    return { ...errors, ...brokenRules(draft, thisYear) };
  };
}

function brokenRules(draft: ProfileDraft, thisYear: number): FormErrors {
  const errors: FormErrors = {};
  draft.education.forEach(({ year }, index) => {
    if (year.trim() === '') errors[`education.${index}.year`] = VALIDATION.education;
    else if (Number(year) > thisYear) errors[`education.${index}.year`] = ERRORS['tutor.education_year'].message;
  });
  const ids = draft.subjects.map(({ subject }) => subject.id);
  toInput(draft).subjects.forEach(({ subject, selectedTopics, availability }, index) => {
    const problem = weekProblem(availability);
    if (problem) errors[`subjects.${index}.availability`] = ERRORS[problem].message;
    if (selectedTopics.length > LIMITS.topicsPerSubject) errors[`subjects.${index}.selectedTopics`] = ERRORS['tutor.too_many_topics'].message;
    if (ids.indexOf(subject) < index) errors[`subjects.${index}.subject`] = ERRORS['tutor.subject_twice'].message;
  });
  if (draft.documents.length > LIMITS.documents) errors.documents = new DomainError('upload.too_many', { params: { count: 0 } }).message;
  return errors;
}
