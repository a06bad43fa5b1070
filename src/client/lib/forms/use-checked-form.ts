import { type ChangeEvent, type FormEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import { errorsByContract, type FormErrors, fetchContracts, type PickContract } from '#client/lib/forms/form-contracts.ts';

type Named<T, V> = { [K in keyof T]: T[K] extends V ? K : never }[keyof T] & string;
type Changed = ChangeEvent<HTMLInputElement>;

/** How a field is found again, and what to do when something else stands in it. */
type FieldProps = { 'data-field': string; onChange: (event: Changed) => void };
type TextProps = FieldProps & { value: string; error: string | undefined; onBlur: () => void };
type BoxProps = FieldProps & { checked: boolean; error: string | undefined };
type ChoiceProps = FieldProps & { checked: boolean; value: string };

export type CheckedForm<T> = {
  values: T;
  errors: FormErrors;
  /** As they are at this moment, drawn or not. */
  getValues: () => T;
  setValues: (values: T) => void;
  setValue: <K extends keyof T & string>(field: K, value: T[K]) => void;
  /** Says what somebody else found wrong, until the value that it is about changes, and puts the focus on the first of the fields. */
  showErrors: (errors: FormErrors) => void;
  focusOn: (field: keyof T & string) => void;
  /** Whether the values keep the contract; where they do not, the fields say so. */
  check: () => Promise<boolean>;
  /** Checks first. */
  onSubmit: (send: () => void) => (event: FormEvent) => void;
  textProps: (field: Named<T, string>) => TextProps;
  boxProps: (field: Named<T, boolean>) => BoxProps;
  choiceProps: (field: keyof T & string, value: string) => ChoiceProps;
};

export type CheckedFormOptions<T> = {
  /** In the order in which the fields are shown. */
  initialValues: T;
  contract: PickContract;
};

/** What stands in the fields of a form, and what is wrong with it by its contract: a text when it is left, with whatever is shown as wrong already; everything when it is to be sent. */
export function useCheckedForm<T extends Record<string, unknown>>({ initialValues, contract }: CheckedFormOptions<T>): CheckedForm<T> {
  const id = useId();
  const [values, setShown] = useState(initialValues);
  const [errors, setErrors] = useState<FormErrors>({});
  const latest = useRef(values);
  const said = useRef<FormErrors>({});

  useEffect(fetchContracts, []);

  const getValues = () => latest.current;
  const markOf = useCallback((field: string) => `${id}${field}`, [id]);
  const focusOn = useCallback((field: string) => document.querySelector<HTMLElement>(`[data-field="${markOf(field)}"]`)?.focus(), [markOf]);

  function setValues(next: T): void {
    said.current = Object.fromEntries(Object.entries(said.current).filter(([field]) => next[field] === latest.current[field]));
    latest.current = next;
    setShown(next);
    setErrors(said.current);
  }

  function setValue(field: string, value: unknown): void {
    latest.current = { ...latest.current, [field]: value };
    said.current = without(field, said.current);
    setShown(latest.current);
    setErrors((errors) => without(field, errors));
  }

  function focusOnFirst(wrong: FormErrors): void {
    const first = Object.keys(latest.current).find((field) => wrong[field]);
    if (first !== undefined) focusOn(first);
  }

  function showErrors(next: FormErrors): void {
    said.current = next;
    setErrors(next);
    focusOnFirst(next);
  }

  async function check(): Promise<boolean> {
    const found = await errorsByContract(contract, getValues);
    const isRight = Object.keys(found).length === 0;
    // The same values may be sent once more: what was said of them then is for the server to say again.
    if (isRight) said.current = {};
    setErrors({ ...said.current, ...found });
    focusOnFirst(found);
    return isRight;
  }

  const onSubmit = (send: () => void) => (event: FormEvent) => {
    event.preventDefault();
    void check().then((isRight) => isRight && send());
  };

  async function checkField(field: string): Promise<void> {
    const found = await errorsByContract(contract, getValues);
    const wrong = { ...said.current, ...found };
    setErrors((errors) => Object.fromEntries(Object.entries(wrong).filter(([name]) => name === field || name in errors)));
  }

  return {
    values,
    errors,
    getValues,
    setValues,
    setValue,
    showErrors,
    focusOn,
    check,
    onSubmit,
    textProps: (field) => ({
      'data-field': markOf(field),
      value: String(values[field]),
      error: errors[field],
      onChange: ({ currentTarget }) => setValue(field, currentTarget.value),
      onBlur: () => void checkField(field),
    }),
    boxProps: (field) => ({
      'data-field': markOf(field),
      checked: values[field] === true,
      error: errors[field],
      onChange: ({ currentTarget }) => setValue(field, currentTarget.checked),
    }),
    choiceProps: (field, value) => ({
      'data-field': markOf(field),
      checked: values[field] === value,
      value,
      onChange: ({ currentTarget }) => setValue(field, currentTarget.value),
    }),
  };
}

function without(field: string, { [field]: _, ...others }: FormErrors): FormErrors {
  return others;
}
