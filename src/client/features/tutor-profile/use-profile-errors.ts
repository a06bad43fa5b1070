import { useEffect, useMemo, useState } from 'react';
import type { FormErrors } from '#client/lib/forms/form-contracts.ts';
import { type ProfileDraft, toInput } from './profile-draft.ts';
import { type FindProblems, loadFindProblems } from './profile-problems.ts';

export type ProfileErrors = {
  /** Beside the fields, by the path of the contract. */
  errors: FormErrors;
  /** A field, or a group of fields, was left. */
  look: (path: string) => void;
  /** An entry of a list is gone, and the others have moved up. */
  forgetList: (list: string) => void;
  /** Whether the whole keeps the rules; where it does not, the fields say so. Where the rules cannot arrive, the server alone checks. */
  check: (draft: ProfileDraft) => Promise<boolean>;
  /** What the server found wrong with what was sent, until that is changed. */
  showRefused: (errors: FormErrors, sent: ProfileDraft) => void;
};

type Refused = { errors: FormErrors; sent: ProfileDraft } | null;

const isBelow = (path: string, place: string) => path === place || path.startsWith(`${place}.`);

export function useProfileErrors(draft: ProfileDraft, thisYear: number): ProfileErrors {
  const [find, setFind] = useState<FindProblems | null>(null);
  const [places, setPlaces] = useState<readonly string[]>([]);
  const [refused, setRefused] = useState<Refused>(null);
  const problems = useMemo(() => find?.(draft, thisYear) ?? {}, [find, draft, thisYear]);

  useEffect(() => {
    loadFindProblems().then(
      (loaded) => setFind(() => loaded),
      () => null,
    );
  }, []);

  // What was put right is not found wrong again while it is being typed.
  const wrong = places.filter((path) => path in problems);
  if (find && wrong.length < places.length) setPlaces(wrong);

  const errors = useMemo(
    () => ({ ...Object.fromEntries(places.flatMap((path) => (problems[path] ? [[path, problems[path]]] : []))), ...stillSaid(refused, draft) }),
    [places, problems, refused, draft],
  );

  function showWhere(isMeant: (path: string) => boolean, found: FormErrors): void {
    setPlaces((shown) => [...new Set([...shown, ...Object.keys(found).filter(isMeant)])]);
  }

  return {
    errors,
    look: (path) => showWhere((wrong) => isBelow(wrong, path), problems),
    forgetList: (list) => setPlaces((shown) => shown.filter((path) => !isBelow(path, list))),
    async check(latest) {
      const loaded = find ?? (await loadFindProblems().catch(() => null));
      if (!loaded) return true;
      setFind(() => loaded);
      setRefused(null);
      const found = loaded(latest, thisYear);
      showWhere(() => true, found);
      return Object.keys(found).length === 0;
    },
    showRefused: (found, sent) => setRefused({ errors: found, sent }),
  };
}

function stillSaid(refused: Refused, draft: ProfileDraft): FormErrors {
  if (!refused) return {};
  const [now, then] = [toInput(draft), toInput(refused.sent)];
  const isSame = (path: string) => JSON.stringify(valueAt(now, path)) === JSON.stringify(valueAt(then, path));
  return Object.fromEntries(Object.entries(refused.errors).filter(([path]) => isSame(path)));
}

function valueAt(value: unknown, path: string): unknown {
  return path.split('.').reduce((at: unknown, step) => (typeof at === 'object' && at !== null ? Reflect.get(at, step) : undefined), value);
}
