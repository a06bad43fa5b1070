import type { I18n } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useMemo, useState } from 'react';
import type { FieldErrors } from '#client/lib/forms/field-errors.ts';
import { getNow } from '#client/ui/clock.ts';
import { useTimeZone } from '#client/ui/time-zone.ts';
import { textsOf, translated } from '#shared/domain/texts.ts';
import { weekProblem } from '#shared/domain/weekly-hours.ts';
import { wallClock } from '#shared/domain/zone.ts';
import { DomainError, ERRORS } from '#shared/errors.ts';
import { VALIDATION } from '#shared/messages.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { type ProfileDraft, toInput } from './profile-draft.ts';
import { formatWeekProblem } from './week-slots.ts';

/** Keyed by the path of the contract. A missing value is not an error. */
export type FindErrors = (draft: ProfileDraft, thisYear: number) => FieldErrors;

export async function loadFindErrors(i18n: I18n): Promise<FindErrors> {
  const { saveProfileInput } = await import('#shared/contracts/tutors.ts');
  return (draft, thisYear) => {
    const errors: FieldErrors = {};
    for (const { path, message } of saveProfileInput.safeParse(toInput(draft)).error?.issues ?? [])
      errors[path.join('.')] ??= textsOf(i18n).recognise(message);
    return { ...errors, ...findBrokenRules(i18n, draft, thisYear) };
  };
}

function findBrokenRules(i18n: I18n, draft: ProfileDraft, thisYear: number): FieldErrors {
  const errors: FieldErrors = {};
  draft.education.forEach(({ year }, index) => {
    if (year.trim() === '') errors[`education.${index}.year`] = translated(i18n, VALIDATION.education);
    else if (Number(year) > thisYear) errors[`education.${index}.year`] = translated(i18n, ERRORS['tutor.education_year'].message);
  });
  const ids = draft.subjects.map(({ subject }) => subject.id);
  toInput(draft).subjects.forEach(({ subject, selectedTopics, availability }, index) => {
    const problem = weekProblem(availability);
    if (problem) errors[`subjects.${index}.availability`] = formatWeekProblem(i18n, problem);
    if (selectedTopics.length > LIMITS.topicsPerSubject)
      errors[`subjects.${index}.selectedTopics`] = translated(i18n, ERRORS['tutor.too_many_topics'].message);
    if (ids.indexOf(subject) < index) errors[`subjects.${index}.subject`] = translated(i18n, ERRORS['tutor.subject_twice'].message);
  });
  if (draft.documents.length > LIMITS.documents) {
    const params = { count: 0 };
    errors.documents = textsOf(i18n).recognise(new DomainError('upload.too_many', { params }).message, params);
  }
  return errors;
}

export type ProfileErrors = {
  errors: FieldErrors;
  showErrorsBelow: (path: string) => void;
  hideErrorsBelow: (path: string) => void;
  /** Also true when the rules cannot be loaded: then only the server checks. */
  validate: (draft: ProfileDraft) => Promise<boolean>;
  showServerErrors: (errors: FieldErrors, sent: ProfileDraft) => void;
};

type ServerErrors = { errors: FieldErrors; sent: ProfileDraft };

/**
 * Not a Mantine form: it copies all values with each change, which renders every subject again,
 * and its paths are those of the draft, not of the contract.
 */
export function useProfileErrors(draft: ProfileDraft): ProfileErrors {
  const { i18n } = useLingui();
  const zone = useTimeZone();
  const [thisYear] = useState(() => Number(wallClock(getNow(), zone).date.slice(0, 4)));
  const [findErrors, setFindErrors] = useState<FindErrors | null>(null);
  const [visited, setVisited] = useState<readonly string[]>([]);
  const [serverErrors, setServerErrors] = useState<ServerErrors | null>(null);
  const found = useMemo(() => findErrors?.(draft, thisYear) ?? {}, [findErrors, draft, thisYear]);

  useEffect(() => {
    loadFindErrors(i18n).then(
      (loaded) => setFindErrors(() => loaded),
      () => null,
    );
  }, [i18n]);

  // A corrected field counts as not visited, so that it shows no error while it is typed in again.
  const stillWrong = visited.filter((path) => path in found);
  if (findErrors && stillWrong.length < visited.length) setVisited(stillWrong);

  const errors = useMemo(
    () => ({
      ...Object.fromEntries(visited.flatMap((path) => (found[path] ? [[path, found[path]]] : []))),
      ...(serverErrors && pickUnchanged(serverErrors, draft)),
    }),
    [visited, found, serverErrors, draft],
  );

  const visit = (paths: string[]) => setVisited((current) => [...new Set([...current, ...paths])]);

  return {
    errors,
    showErrorsBelow: (path) => visit(Object.keys(found).filter((wrong) => isBelow(wrong, path))),
    hideErrorsBelow: (path) => setVisited((current) => current.filter((wrong) => !isBelow(wrong, path))),
    async validate(latest) {
      const loaded = findErrors ?? (await loadFindErrors(i18n).catch(() => null));
      if (!loaded) return true;
      setFindErrors(() => loaded);
      setServerErrors(null);
      const wrong = Object.keys(loaded(latest, thisYear));
      visit(wrong);
      return wrong.length === 0;
    },
    showServerErrors: (errors, sent) => setServerErrors({ errors, sent }),
  };
}

function isBelow(path: string, parent: string): boolean {
  return path === parent || path.startsWith(`${parent}.`);
}

function pickUnchanged({ errors, sent }: ServerErrors, draft: ProfileDraft): FieldErrors {
  const [current, refused] = [toInput(draft), toInput(sent)];
  const isUnchanged = (path: string) => JSON.stringify(getValue(current, path)) === JSON.stringify(getValue(refused, path));
  return Object.fromEntries(Object.entries(errors).filter(([path]) => isUnchanged(path)));
}

function getValue(input: unknown, path: string): unknown {
  return path.split('.').reduce((value: unknown, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined), input);
}
