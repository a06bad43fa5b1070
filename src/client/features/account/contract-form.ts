import { type FormErrors, schemaResolver, type UseFormReturnType, useForm } from '@mantine/form';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { explanationOf, refusalOf } from '#client/api/refusals.ts';
import { toast } from '#client/ui/toasts.ts';

type Schema = Parameters<typeof schemaResolver>[0];
type Values = Record<string, unknown>;
type Contracts = Awaited<ReturnType<typeof contracts>>;

const contracts = () => import('#shared/contracts/auth.ts');

export type ContractFormOptions<T> = {
  initialValues: T;
  /** Belongs to the module, not to the render. */
  contract: (contracts: Contracts) => Schema;
  send: (values: T) => Promise<void>;
  /** Said where the server has no sentence. */
  failed: string;
  /** Refusals that belong to a field, whatever the server calls it. */
  fieldOf?: Partial<Record<string, keyof T & string>>;
};

export type ContractForm<T> = {
  form: UseFormReturnType<T>;
  onSubmit: (event: FormEvent) => void;
  isBusy: boolean;
  /** The last try went well. */
  isSent: boolean;
  /** Why the last try failed, where no field can say it. */
  problem: string | null;
};

/** A form checked by its contract, whose code arrives after the first paint; where it cannot arrive, the server alone checks. */
export function useContractForm<T extends Values>({ initialValues, contract, send, failed, fieldOf = {} }: ContractFormOptions<T>): ContractForm<T> {
  const [isBusy, setBusy] = useState(false);
  const [isSent, setSent] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  // A second press comes before the first has been drawn.
  const isUnderWay = useRef(false);
  const form = useForm<T>({ initialValues, validate: (values) => checked(contract, values), validateInputOnBlur: true });

  useEffect(() => {
    contracts().catch(() => null);
  }, []);

  function showErrors(errors: FormErrors): void {
    form.setErrors(errors);
    const [first] = Object.keys(form.getValues()).filter((field) => errors[field]);
    if (first !== undefined) form.getInputNode(first)?.focus();
  }

  function explain(error: unknown): void {
    const refusal = refusalOf(error);
    const errors = Object.fromEntries((refusal?.errors ?? []).map(({ field, message }) => [field, message]));
    const field = refusal && fieldOf[refusal.code];
    if (refusal && field) errors[field] = refusal.message;
    const ours = Object.fromEntries(Object.entries(errors).filter(([name]) => name in form.getValues()));
    showErrors(ours);
    setProblem(Object.keys(ours).length > 0 ? null : explanationOf(error, failed));
    toast.error(explanationOf(error, failed));
  }

  async function submit(): Promise<void> {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setProblem(null);
    setSent(false);
    try {
      const { hasErrors, errors } = await form.validate();
      if (hasErrors) return showErrors(errors);
      setBusy(true);
      await send(form.getValues());
      setSent(true);
    } catch (error) {
      explain(error);
    } finally {
      isUnderWay.current = false;
      setBusy(false);
    }
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    void submit();
  }

  return { form, onSubmit, isBusy, isSent, problem };
}

async function checked(pick: (contracts: Contracts) => Schema, values: Values): Promise<FormErrors> {
  const loaded = await contracts().catch(() => null);
  return loaded ? schemaResolver(pick(loaded))(values) : {};
}
