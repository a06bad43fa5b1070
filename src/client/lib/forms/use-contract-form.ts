import { type FormEvent, useState } from 'react';
import { errorsOf } from '#client/lib/forms/form-errors.ts';
import { type CheckedForm, type CheckedFormOptions, useCheckedForm } from '#client/lib/forms/use-checked-form.ts';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';

export type ContractFormOptions<T> = CheckedFormOptions<T> & {
  send: (values: T) => Promise<void>;
  /** Said where the server has no sentence. */
  failed: string;
  /** Refusals that belong to a field, whatever the server calls it. */
  fieldOf?: Partial<Record<string, keyof T & string>>;
  onFailed?: (error: unknown) => void;
};

export type ContractForm<T> = {
  form: CheckedForm<T>;
  onSubmit: (event: FormEvent) => void;
  isBusy: boolean;
  /** The last try went well. */
  isSent: boolean;
  /** What the last try ran into, whether or not a field says it. */
  error: unknown;
  /** Why the last try failed, where no field can say it. */
  problem: string | null;
};

type Outcome = { isSent: boolean; error: unknown; problem: string | null };

const NONE: Outcome = { isSent: false, error: null, problem: null };

/** A form that is checked by its contract and then sent, once at a time; what the server says of a field stands beside it. */
export function useContractForm<T extends Record<string, unknown>>(options: ContractFormOptions<T>): ContractForm<T> {
  const { send, failed, fieldOf, onFailed } = options;
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState(NONE);
  const form = useCheckedForm(options);
  const keepFocus = useReturnFocus(isBusy);

  function explain(error: unknown, sent: T): void {
    const now = form.getValues();
    const errors = Object.fromEntries(Object.entries(errorsOf(error, sent, fieldOf)).filter(([field]) => now[field] === sent[field]));
    form.showErrors(errors);
    setOutcome({ isSent: false, error, problem: Object.keys(errors).length > 0 ? null : errorMessageWithReason(error, failed) });
    onFailed?.(error);
  }

  const submit = useOneAtATime(async (submitter: HTMLElement | null) => {
    setOutcome(NONE);
    if (!(await form.check())) return;
    const values = form.getValues();
    keepFocus(submitter);
    setBusy(true);
    try {
      await send(values);
      setOutcome({ ...NONE, isSent: true });
    } catch (error) {
      explain(error, values);
    } finally {
      setBusy(false);
    }
  });

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    void submit(event.nativeEvent instanceof SubmitEvent ? event.nativeEvent.submitter : null);
  }

  return { form, onSubmit, isBusy, ...outcome };
}
