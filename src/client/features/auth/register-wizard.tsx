import { useEffect, useRef } from 'react';
import type { Account } from '#client/lib/session/session.ts';
import { useViewChange } from '#client/ui/double-press.ts';
import { Notice } from './notice.tsx';
import { BasicsStep } from './register-basics-step.tsx';
import { ChoiceStep } from './register-choice-step.tsx';
import classes from './register-wizard.module.css';
import { useRegisterWizard } from './use-register-wizard.ts';

export type RegisterWizardProps = {
  /** Registered and signed in: lead on. */
  onDone: (me: Account) => void;
};

const STEPS = ['Basic Information', 'Phone & Role Selection'] as const;

export function RegisterWizard({ onDone }: RegisterWizardProps) {
  const { step, basics, choice, google, isBusy, problem, next, back, submit, letGo } = useRegisterWizard(onDone);
  const headingRef = useRef<HTMLHeadingElement>(null);
  const shownStep = useRef(step);
  useViewChange(step);

  useEffect(() => {
    if (shownStep.current === step) return;
    shownStep.current = step;
    if (step === 1 && Object.keys(basics.errors).length > 0) basics.showErrors(basics.errors);
    else headingRef.current?.focus();
  }, [step, basics]);

  return (
    <div data-view={step}>
      <ol className={classes.progress} aria-hidden="true">
        {STEPS.map((name, index) => (
          <li key={name} data-done={index < step || undefined} />
        ))}
      </ol>
      <h2 className={classes.heading} ref={headingRef} tabIndex={-1}>
        <span className={classes.count}>{`Step ${step} of ${STEPS.length}`}</span>
        {STEPS[step - 1]}
      </h2>
      {step === 1 && problem && <Notice tone="danger">{problem}</Notice>}
      {step === 1 ? (
        <BasicsStep form={basics} google={google} onLetGo={letGo} onNext={next} />
      ) : (
        <ChoiceStep form={choice} isBusy={isBusy} problem={problem} onBack={back} onSubmit={submit} />
      )}
    </div>
  );
}
