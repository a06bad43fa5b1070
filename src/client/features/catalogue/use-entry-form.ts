import { type FormEvent, type RefObject, useRef, useState } from 'react';
import type { z } from 'zod';
import { errorsOf } from '#client/lib/forms/form-errors.ts';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { toast } from '#client/ui/toasts.ts';
import { type Kind, WORDS } from './catalogue-words.ts';
import { entryDraft } from './entry-draft.ts';

type Values = Record<string, string>;
type Errors = Partial<Record<string, string>>;

export type EntryFormOptions<T extends Values> = {
  of: Kind;
  /** Null for a new one. */
  id: string | null;
  initial: T;
  contract: z.ZodType;
  /** What the contract is to judge, where that is not the text of the fields. */
  toChecked?: (values: T) => unknown;
  save: (values: T, initial: T) => Promise<unknown>;
  onSaved: () => void;
};

export type EntryForm<T extends Values> = {
  ref: RefObject<HTMLFormElement | null>;
  values: T;
  errors: Errors;
  isBusy: boolean;
  /** It still says what was typed before the dialog was closed. */
  isRestored: boolean;
  /** What was typed is not to be seen again. */
  discard: () => void;
  set: (field: keyof T & string, value: string) => void;
  /** Says what is wrong with a field that is left. */
  leave: (field: keyof T & string) => void;
  onSubmit: (event: FormEvent) => void;
};

/** The form of an entry: checked by its contract, sent once at a time, and kept as it was typed until that went well. */
export function useEntryForm<T extends Values>({
  of,
  id,
  initial,
  contract,
  toChecked = (values) => values,
  save,
  onSaved,
}: EntryFormOptions<T>): EntryForm<T> {
  const ref = useRef<HTMLFormElement>(null);
  const draft = entryDraft(`${of} ${id ?? 'new'}`, initial);
  const [restored] = useState(draft.read);
  const [values, setValues] = useState(restored ?? initial);
  const [errors, setErrors] = useState<Errors>({});
  const [isBusy, setBusy] = useState(false);
  const keepFocus = useReturnFocus(isBusy);
  const words = WORDS[of];

  function problems(): Errors {
    const found: Errors = {};
    for (const { path, message } of contract.safeParse(toChecked(values)).error?.issues ?? []) found[String(path[0])] ??= message;
    return found;
  }

  function explain(found: Errors): void {
    setErrors(found);
    const first = Object.keys(values).find((field) => found[field]);
    ref.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  }

  const submit = useOneAtATime(async (pressed: HTMLElement | null) => {
    const found = problems();
    if (Object.keys(found).length > 0) return explain(found);
    keepFocus(pressed);
    setErrors({});
    setBusy(true);
    try {
      await save(values, initial);
      draft.forget();
      toast.success(id === null ? words.created : words.updated);
      onSaved();
    } catch (error) {
      const beside = errorsOf(error, values);
      explain(beside);
      if (Object.keys(beside).length === 0) toast.error(errorMessageWithReason(error, words.notSaved));
    } finally {
      setBusy(false);
    }
  });

  return {
    ref,
    values,
    errors,
    isBusy,
    isRestored: restored === values,
    discard: draft.forget,
    set(field, value) {
      const next = { ...values, [field]: value };
      setValues(next);
      draft.keep(next);
      setErrors(({ [field]: _, ...others }) => others);
    },
    leave: (field) => setErrors((errors) => ({ ...errors, [field]: problems()[field] })),
    onSubmit(event) {
      event.preventDefault();
      void submit(event.nativeEvent instanceof SubmitEvent ? event.nativeEvent.submitter : null);
    },
  };
}
