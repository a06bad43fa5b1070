import { Anchor, Button, Text, TextInput } from '@mantine/core';
import { BookOpenCheck, GraduationCap } from 'lucide-react';
import { useId } from 'react';
import type { CheckedForm } from '#client/lib/forms/use-checked-form.ts';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { SIGN_UP_ROLES } from '#shared/vocabulary/people.ts';
import authClasses from './auth-card.module.css';
import classes from './register-wizard.module.css';
import type { Choice } from './use-register-wizard.ts';

export type ChoiceStepProps = {
  form: CheckedForm<Choice>;
  isBusy: boolean;
  problem: string | null;
  onBack: () => void;
  onSubmit: () => Promise<void>;
};

const CARDS = {
  student: { Icon: GraduationCap, title: 'Student', text: 'Looking for tutors' },
  tutor: { Icon: BookOpenCheck, title: 'Tutor', text: 'Offer tutoring' },
} as const;

export function ChoiceStep({ form, isBusy, problem, onBack, onSubmit }: ChoiceStepProps) {
  const problemId = useId();
  return (
    <form noValidate onSubmit={form.onSubmit(onSubmit)} aria-describedby={problem ? problemId : undefined}>
      <TextInput
        className={authClasses.field}
        label="Phone number (optional)"
        placeholder="0771234567"
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        {...form.textProps('phone')}
      />
      <RoleCards form={form} />
      {form.values.role === 'student' && <Guardian form={form} />}
      <Checkbox
        label={
          <>
            I agree to the{' '}
            <Anchor href="/terms" target="_blank">
              Terms of Service
            </Anchor>{' '}
            and{' '}
            <Anchor href="/privacy" target="_blank">
              Privacy Policy
            </Anchor>
          </>
        }
        {...form.boxProps('agreeToTerms')}
      />
      {problem && (
        <Text id={problemId} c="var(--mantine-color-error)" size="sm">
          {problem}
        </Text>
      )}
      <div className={classes.buttons}>
        <Button variant="default" size="lg" disabled={isBusy} onClick={onBack}>
          Back
        </Button>
        <Button type="submit" size="lg" loading={isBusy}>
          Create Account
        </Button>
      </div>
    </form>
  );
}

/** The account of a student under 18 is held by a parent or guardian. */
function Guardian({ form }: Pick<ChoiceStepProps, 'form'>) {
  return (
    <div className={classes.guardian}>
      <Checkbox label="I am the parent or guardian of a student under 18" {...form.boxProps('isGuardian')} />
      {form.values.isGuardian && (
        <TextInput
          className={authClasses.field}
          label="Child's first name"
          description="Tutors see it on your bookings."
          autoComplete="off"
          {...form.textProps('childName')}
        />
      )}
    </div>
  );
}

function RoleCards({ form }: Pick<ChoiceStepProps, 'form'>) {
  const errorId = useId();
  const name = useId();
  const error = form.errors.role;

  return (
    <fieldset className={classes.roles} aria-describedby={error ? errorId : undefined} data-error={Boolean(error) || undefined}>
      <legend>I want to join as</legend>
      <div className={classes.cards}>
        {SIGN_UP_ROLES.map((role) => {
          const { Icon, title, text } = CARDS[role];
          return (
            <label key={role} className={classes.card}>
              <input type="radio" name={name} {...form.choiceProps('role', role)} />
              <Icon size={24} aria-hidden="true" />
              <strong>{title}</strong>
              <span>{text}</span>
            </label>
          );
        })}
      </div>
      <p id={errorId} className={classes.error}>
        {error}
      </p>
    </fieldset>
  );
}
