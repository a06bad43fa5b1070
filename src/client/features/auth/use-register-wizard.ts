import { useEffect, useRef, useState } from 'react';
import { errorsOf } from '#client/api/form-errors.ts';
import { isUnauthenticated, sentenceOf } from '#client/api/refusals.ts';
import type { Me } from '#client/api/session.ts';
import { trpc } from '#client/api/trpc.ts';
import { type CheckedForm, useCheckedForm } from '#client/api/use-checked-form.ts';
import { useOneAtATime } from '#client/api/use-one-at-a-time.ts';
import { toast } from '#client/ui/toasts.ts';
import type { SignUpRole } from '#shared/vocabulary/people.ts';
import { type GoogleSignUp, googleSignUp } from './google-sign-up.ts';
import { forgetDraft, keepDraft, readDraft } from './register-draft.ts';
import { letGoOf, randomPassword, signUpWithEmail, signUpWithGoogle } from './sign-up.ts';

const FAILED = 'Registration failed. Please try again.';

export type Basics = { name: string; email: string; password: string; confirmPassword: string };
/** In the order in which they are shown. */
export type Choice = { phone: string; role: SignUpRole | null; isGuardian: boolean; childName: string; agreeToTerms: boolean };

type Wizard = {
  step: 1 | 2;
  basics: CheckedForm<Basics>;
  choice: CheckedForm<Choice>;
  /** Stands for the fields of the first step. */
  google: GoogleSignUp | null;
  isBusy: boolean;
  /** Why the last try failed, where no field can say it. */
  problem: string | null;
  next: () => void;
  back: () => void;
  submit: () => Promise<void>;
  /** To sign up as somebody else. */
  letGo: () => void;
};

/** Two forms and the way between them; what was typed stays, whichever is shown. */
export function useRegisterWizard(onDone: (me: Me) => void): Wizard {
  const [draft] = useState(readDraft);
  const [google, setGoogle] = useState(googleSignUp);
  const [step, setStep] = useState<1 | 2>(1);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const basics = useCheckedForm<Basics>({
    initialValues: google ? hiddenFields(google) : { name: draft.name, email: draft.email, password: '', confirmPassword: '' },
    contract: ({ registerBasics }) => registerBasics,
  });
  const choice = useCheckedForm<Choice>({
    initialValues: { phone: draft.phone, role: draft.role, isGuardian: draft.isGuardian, childName: draft.childName, agreeToTerms: false },
    contract: ({ registerChoice }) => registerChoice,
  });
  const { client } = trpc.useUtils();
  const isDone = useRef(false);

  const { name, email } = google ? draft : basics.values;
  const { phone, role, isGuardian, childName } = choice.values;
  useEffect(() => {
    if (!isDone.current) keepDraft({ name, email, phone, role, isGuardian, childName });
  }, [name, email, phone, role, isGuardian, childName]);

  function toStep(next: 1 | 2): void {
    setProblem(null);
    setStep(next);
  }

  function letGo(why: string | null = null): void {
    if (google) letGoOf(client, google);
    basics.setValues({ name: draft.name, email: draft.email, password: '', confirmPassword: '' });
    setGoogle(null);
    setStep(1);
    setProblem(why);
  }

  function show(error: unknown): void {
    const sentence = sentenceOf(error, FAILED);
    toast.error(sentence);
    if (google && isUnauthenticated(error)) {
      letGo(sentence);
      return;
    }
    const [ofBasics, ofChoice] = [google ? {} : errorsOf(error, basics.getValues()), errorsOf(error, choice.getValues())];
    if (Object.keys(ofBasics).length > 0) {
      setStep(1);
      basics.showErrors(ofBasics);
      return;
    }
    choice.showErrors(ofChoice);
    setProblem(Object.keys(ofChoice).length > 0 ? null : sentence);
  }

  const submit = useOneAtATime(async () => {
    const { name, email, password } = basics.getValues();
    const { phone, role, isGuardian, childName } = choice.getValues();
    if (!role) return;
    setProblem(null);
    setBusy(true);
    const chosen = { role, phone, childName: role === 'student' && isGuardian ? childName : '' };
    try {
      const me = google ? await signUpWithGoogle(client, google, chosen) : await signUpWithEmail(client, { name, email, password, ...chosen });
      isDone.current = true;
      forgetDraft();
      onDone(me);
    } catch (error) {
      show(error);
    } finally {
      setBusy(false);
    }
  });

  return { step, basics, choice, google, isBusy, problem, next: () => toStep(2), back: () => toStep(1), submit, letGo: () => letGo() };
}

function hiddenFields({ name, email }: GoogleSignUp): Basics {
  const password = randomPassword();
  return { name, email, password, confirmPassword: password };
}
