import { type UseFormReturnType, useForm } from '@mantine/form';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { Draft } from '#client/lib/drafts/draft.ts';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { type FieldErrors, findErrors, loadSchema, type Schema, toFieldErrors } from './field-errors.ts';
import { useOneAtATime } from './use-one-at-a-time.ts';
import { useReturnFocus } from './use-return-focus.ts';

export type AppFormOptions<T> = {
  initialValues: T;
  schema: Schema;
  toInput?: (values: T) => unknown;
  onSubmit: (values: T) => unknown;
  fallbackMessage: string;
  fieldByCode?: Partial<Record<string, keyof T & string>>;
  onError?: (error: unknown) => void;
  draft?: Draft<T>;
  /** With 'filled', a field that is left empty is not wrong before the form is sent. */
  validateOnBlur?: 'always' | 'filled';
  /** `error` and `formError` go with the next change, and not only with the next submit. */
  clearErrorOnChange?: boolean;
};

type Fields<T> = Pick<
  UseFormReturnType<T>,
  | 'values'
  | 'getValues'
  | 'setValues'
  | 'setFieldValue'
  | 'getInputProps'
  | 'insertListItem'
  | 'removeListItem'
  | 'reorderListItem'
  | 'replaceListItem'
>;

export type AppForm<T> = Fields<T> & {
  errors: FieldErrors;
  isSubmitting: boolean;
  isSubmitted: boolean;
  error: unknown;
  /** Why the last submit failed, where no field shows it. */
  formError: string | null;
  isRestored: boolean;
  handleSubmit: (event: FormEvent) => void;
  submit: () => Promise<void>;
  validate: () => Promise<boolean>;
  /** Shows each message until the value changes that it is about, and focuses the first field. */
  showErrors: (errors: FieldErrors) => void;
  clearErrors: () => void;
  focusField: (field: keyof T & string) => void;
  discardDraft: () => void;
};

const NO_FAILURE = { error: null, formError: null };
const IDLE: Pick<AppForm<unknown>, 'isSubmitting' | 'isSubmitted' | 'error' | 'formError'> = {
  isSubmitting: false,
  isSubmitted: false,
  ...NO_FAILURE,
};

const SLOW_MS = 150;

/** Mantine's form, validated by a contract on blur and on submit. See README.md. */
export function useAppForm<T extends Record<string, unknown>>(options: AppFormOptions<T>): AppForm<T> {
  const { initialValues, schema, toInput = asTyped, onSubmit, fallbackMessage, fieldByCode, onError, draft } = options;
  const { validateOnBlur = 'always', clearErrorOnChange = false } = options;
  const id = useId();
  const [restored] = useState(() => draft?.read() ?? null);
  const [outcome, setOutcome] = useState(IDLE);
  const [failedValues, setFailedValues] = useState<T | null>(null);
  const shown = useRef<{ errors: FieldErrors; values: T }>({ errors: {}, values: initialValues });
  const returnFocus = useReturnFocus(outcome.isSubmitting);

  const form = useForm<T>({
    initialValues: restored ?? initialValues,
    onValuesChange: draft && ((values) => (isSame(values, initialValues) ? draft.remove() : draft.write(values))),
    enhanceGetInputProps: ({ field, options: { type } }) => ({
      'data-path': `${id}${field}`,
      ...(type === 'input' && { onBlur: () => void validateField(field) }),
    }),
  });

  useEffect(() => {
    loadSchema(schema).catch(() => null);
  }, [schema]);

  const findField = (field: string) => document.querySelector<HTMLElement>(`[data-path="${CSS.escape(id + field)}"]`);

  function focusFirst(errors: FieldErrors): void {
    const fields = Object.keys(errors).flatMap((field) => findField(field) ?? []);
    fields.sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_PRECEDING ? 1 : -1));
    fields[0]?.focus();
  }

  function currentErrors(): FieldErrors {
    const { errors, values } = shown.current;
    const current = form.getValues();
    return Object.fromEntries(Object.entries(errors).filter(([field]) => isSame(current[rootOf(field)], values[rootOf(field)])));
  }

  function showErrors(errors: FieldErrors, values: T): FieldErrors {
    shown.current = { errors, values };
    const current = currentErrors();
    form.setErrors(current);
    focusFirst(current);
    return current;
  }

  async function validateField(field: string): Promise<void> {
    if (validateOnBlur === 'filled' && Reflect.get(form.getValues(), field) === '') return;
    const issues = { ...currentErrors(), ...(await findErrors(schema, () => toInput(form.getValues()))) };
    // Fields that already show an error are checked again, because another field may have made them valid (two passwords).
    form.setErrors((errors) => Object.fromEntries(Object.entries(issues).filter(([name]) => name === field || name in errors)));
  }

  async function validate(): Promise<boolean> {
    const issues = await findErrors(schema, () => toInput(form.getValues()));
    const isValid = Object.keys(issues).length === 0;
    // The same values may be sent again: the server then refuses them again.
    if (isValid) shown.current.errors = {};
    form.setErrors({ ...currentErrors(), ...issues });
    focusFirst(issues);
    return isValid;
  }

  const submit = useOneAtATime(async (submitter?: Element | null) => {
    let isBusy = false;
    const beBusy = () => {
      if (!isBusy) returnFocus(submitter);
      isBusy = true;
      setOutcome({ ...IDLE, isSubmitting: true });
    };
    setOutcome(IDLE);
    // The contract may still be on its way, and the press must not seem lost.
    const timer = setTimeout(beBusy, SLOW_MS);
    const isValid = await validate();
    clearTimeout(timer);
    if (!isValid) return setOutcome(IDLE);
    const values = form.getValues();
    beBusy();
    try {
      await onSubmit(values);
      draft?.remove();
      setOutcome({ ...IDLE, isSubmitted: true });
    } catch (error) {
      const errors = showErrors(toFieldErrors(error, values, fieldByCode), values);
      setFailedValues(form.getValues());
      setOutcome({ ...IDLE, error, formError: Object.keys(errors).length > 0 ? null : errorMessageWithReason(error, fallbackMessage) });
      onError?.(error);
    }
  });

  return {
    ...form,
    // Only messages are ever set.
    errors: form.errors as FieldErrors,
    ...outcome,
    ...(clearErrorOnChange && form.values !== failedValues && NO_FAILURE),
    isRestored: restored !== null && form.values === restored,
    handleSubmit(event) {
      event.preventDefault();
      void submit(event.nativeEvent instanceof SubmitEvent ? event.nativeEvent.submitter : null);
    },
    submit: () => submit(),
    validate,
    showErrors: (errors) => void showErrors(errors, form.getValues()),
    clearErrors() {
      showErrors({}, form.getValues());
      setOutcome((current) => ({ ...current, ...NO_FAILURE }));
    },
    focusField: (field) => findField(field)?.focus(),
    discardDraft() {
      draft?.remove();
      form.setValues(initialValues);
    },
  };
}

const asTyped = (values: unknown) => values;
const rootOf = (field: string) => field.split('.', 1)[0] ?? field;

// By content: Mantine's form copies all values with each change.
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
