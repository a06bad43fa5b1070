import { type UseFormReturnType, useForm } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import { refusalOf, sentenceOf } from '#client/api/refusals.ts';
import { session } from '#client/api/session.ts';
import { trpc } from '#client/api/trpc.ts';
import { toast } from '#client/ui/toasts.ts';
import { SUCCESS } from '#shared/messages.ts';
import type { SignUpRole } from '#shared/vocabulary/people.ts';
import { byContract, useContracts } from './by-contract.ts';
import { errorsOf, focusFirst } from './form-errors.ts';
import { forgetDraft, keepDraft, readDraft } from './register-draft.ts';

const checkedBasics = byContract(({ registerBasics }) => registerBasics);
const checkedChoice = byContract(({ registerChoice }) => registerChoice);
const FAILED = 'Registration failed. Please try again.';

export type Basics = { name: string; email: string; password: string; confirmPassword: string };
export type Choice = { phone: string; role: SignUpRole | null; agreeToTerms: boolean };

type Wizard = {
  step: 1 | 2;
  basics: UseFormReturnType<Basics>;
  choice: UseFormReturnType<Choice>;
  isBusy: boolean;
  /** Why the last try failed, where no field can say it. */
  problem: string | null;
  next: () => void;
  back: () => void;
  submit: () => Promise<void>;
};

/** Two forms and the way between them; what was typed stays, whichever is shown. */
export function useRegisterWizard(onDone: (role: SignUpRole) => void): Wizard {
  useContracts();
  const [draft] = useState(readDraft);
  const [step, setStep] = useState<1 | 2>(1);
  const [problem, setProblem] = useState<string | null>(null);
  const basics = useForm<Basics>({
    initialValues: { name: draft.name, email: draft.email, password: '', confirmPassword: '' },
    validate: checkedBasics,
    validateInputOnBlur: true,
  });
  const choice = useForm<Choice>({
    initialValues: { phone: draft.phone, role: draft.role, agreeToTerms: false },
    validate: checkedChoice,
    validateInputOnBlur: ['phone'],
  });
  const register = trpc.auth.register.useMutation();
  const isDone = useRef(false);

  const { name, email } = basics.values;
  const { phone, role } = choice.values;
  useEffect(() => {
    if (!isDone.current) keepDraft({ name, email, phone, role });
  }, [name, email, phone, role]);

  function backWith(errors: Record<string, string>): void {
    setStep(1);
    basics.setErrors(errors);
  }

  async function submit(): Promise<void> {
    const { name, email, password } = basics.getValues();
    const { phone, role } = choice.getValues();
    if (!role) return;
    setProblem(null);
    try {
      const started = await register.mutateAsync({ name, email, password, phone, role });
      isDone.current = true;
      forgetDraft();
      session.begin(started, { isRemembered: true });
      toast.success(SUCCESS.register);
      onDone(role);
    } catch (error) {
      const errors = refusalOf(error)?.errors ?? [];
      const [ofBasics, ofChoice] = [errorsOf(basics, errors), errorsOf(choice, errors)];
      if (Object.keys(ofBasics).length > 0) return backWith(ofBasics);
      choice.setErrors(ofChoice);
      focusFirst(choice, ofChoice);
      setProblem(Object.keys(ofChoice).length > 0 ? null : sentenceOf(error, FAILED));
      toast.error(sentenceOf(error, FAILED));
    }
  }

  return { step, basics, choice, isBusy: register.isPending, problem, next: () => setStep(2), back: () => setStep(1), submit };
}
