import { type ChangeEvent, type FormEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import { errorsByContract, type FormErrors, fetchContracts, type PickContract } from './form-contracts.ts';

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
  /** Says what is wrong beside the fields, and puts the focus on the first of them. */
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

/** What stands in the fields of a form, and what is wrong with it by its contract: a text when it is left, everything when it is to be sent. */
export function useCheckedForm<T extends Record<string, unknown>>({ initialValues, contract }: CheckedFormOptions<T>): CheckedForm<T> {
  const id = useId();
  const [values, setShown] = useState(initialValues);
  const [errors, setErrors] = useState<FormErrors>({});
  const latest = useRef(values);

  useEffect(fetchContracts, []);

  const getValues = () => latest.current;
  const markOf = useCallback((field: string) => `${id}${field}`, [id]);
  const focusOn = useCallback((field: string) => document.querySelector<HTMLElement>(`[data-field="${markOf(field)}"]`)?.focus(), [markOf]);

  function setValues(next: T): void {
    latest.current = next;
    setShown(next);
    setErrors({});
  }

  function setError(field: string, sentence = ''): void {
    setErrors(({ [field]: _, ...others }) => (sentence ? { ...others, [field]: sentence } : others));
  }

  function setValue(field: string, value: unknown): void {
    latest.current = { ...latest.current, [field]: value };
    setShown(latest.current);
    setError(field);
  }

  function showErrors(next: FormErrors): void {
    setErrors(next);
    const first = Object.keys(latest.current).find((field) => next[field]);
    if (first !== undefined) focusOn(first);
  }

  async function check(): Promise<boolean> {
    const found = await errorsByContract(contract, getValues);
    showErrors(found);
    return Object.keys(found).length === 0;
  }

  const onSubmit = (send: () => void) => (event: FormEvent) => {
    event.preventDefault();
    void check().then((isRight) => isRight && send());
  };

  const checkField = async (field: string) => setError(field, (await errorsByContract(contract, getValues))[field]);

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
