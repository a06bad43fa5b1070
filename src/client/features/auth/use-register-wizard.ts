import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { errorsOf } from '#client/lib/forms/form-errors.ts';
import { type CheckedForm, useCheckedForm } from '#client/lib/forms/use-checked-form.ts';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { errorMessageWithReason, isUnauthenticated } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import type { Account } from '#client/lib/session/session.ts';
import { toast } from '#client/ui/toasts.ts';
import type { SignUpRole } from '#shared/vocabulary/people.ts';
import { type GoogleSignUp, googleSignUp } from './google-sign-up.ts';
import { forgetDraft, keepDraft, readDraft } from './register-draft.ts';
import { letGoOf, randomPassword, signUpWithEmail, signUpWithGoogle } from './sign-up.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The second step of registration is open. */
    isChoosing?: boolean;
  }
}

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
export function useRegisterWizard(onDone: (me: Account) => void): Wizard {
  const [draft] = useState(readDraft);
  const [google, setGoogle] = useState(googleSignUp);
  const [problem, setProblem] = useState<{ step: 1 | 2; sentence: string } | null>(null);
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
  const { history } = useRouter();
  const isDone = useRef(false);

  const isChoosing = useLocation({ select: ({ state }) => state.isChoosing === true });
  // Passwords do not outlive a reload, the entry of the second step does.
  const isReady = google !== null || basics.values.password !== '';
  const step = isChoosing && isReady ? 2 : 1;
  const isStale = isChoosing && !isReady;
  useEffect(() => {
    if (isStale) history.replace(history.location.href, {});
  }, [isStale, history]);

  const { name, email } = google ? draft : basics.values;
  const { phone, role, isGuardian, childName } = choice.values;
  useEffect(() => {
    if (!isDone.current) keepDraft({ name, email, phone, role, isGuardian, childName });
  }, [name, email, phone, role, isGuardian, childName]);

  function next(): void {
    setProblem(null);
    if (!isChoosing) history.push(history.location.href, { isChoosing: true });
  }

  function back(): void {
    setProblem(null);
    if (isChoosing) history.back();
  }

  function letGo(why: string | null = null): void {
    if (google) letGoOf(client, google);
    basics.setValues({ name: draft.name, email: draft.email, password: '', confirmPassword: '' });
    setGoogle(null);
    setProblem(why === null ? null : { step: 1, sentence: why });
  }

  function show(error: unknown): void {
    const sentence = errorMessageWithReason(error, FAILED);
    toast.error(sentence);
    if (google && isUnauthenticated(error)) {
      letGo(sentence);
      return;
    }
    const [ofBasics, ofChoice] = [google ? {} : errorsOf(error, basics.getValues()), errorsOf(error, choice.getValues())];
    if (Object.keys(ofBasics).length > 0) {
      back();
      basics.showErrors(ofBasics);
      return;
    }
    choice.showErrors(ofChoice);
    setProblem(Object.keys(ofChoice).length > 0 ? null : { step: 2, sentence });
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

  const shownProblem = problem?.step === step ? problem.sentence : null;
  return { step, basics, choice, google, isBusy, problem: shownProblem, next, back, submit, letGo: () => letGo() };
}

function hiddenFields({ name, email }: GoogleSignUp): Basics {
  const password = randomPassword();
  return { name, email, password, confirmPassword: password };
}
