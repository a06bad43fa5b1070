import { Button, PasswordInput, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import type { CheckedForm } from '#client/lib/forms/use-checked-form.ts';
import classes from './auth-card.module.css';
import { OrGoogle } from './google-button.tsx';
import { GoogleConnected } from './google-connected.tsx';
import type { GoogleSignUp } from './google-sign-up.ts';
import { NewPasswordField } from './new-password-field.tsx';
import type { Basics } from './use-register-wizard.ts';

export type BasicsStepProps = {
  form: CheckedForm<Basics>;
  google: GoogleSignUp | null;
  onLetGo: () => void;
  onNext: () => void;
};

export function BasicsStep({ form, google, onLetGo, onNext }: BasicsStepProps) {
  return google ? <Connected google={google} onLetGo={onLetGo} onNext={onNext} /> : <Fields form={form} onNext={onNext} />;
}

function Fields({ form, onNext }: Pick<BasicsStepProps, 'form' | 'onNext'>) {
  return (
    <>
      <form noValidate onSubmit={form.onSubmit(onNext)}>
        <TextInput className={classes.field} label="Full name" autoComplete="name" {...form.textProps('name')} />
        <TextInput className={classes.field} label="Email" type="email" inputMode="email" autoComplete="email" {...form.textProps('email')} />
        <NewPasswordField className={classes.field} label="Password" owner={form.values} {...form.textProps('password')} />
        <PasswordInput className={classes.field} label="Confirm password" autoComplete="new-password" {...form.textProps('confirmPassword')} />
        <Button type="submit" size="lg" mt="md" fullWidth>
          Next Step
        </Button>
      </form>
      <OrGoogle />
    </>
  );
}

/** The hidden fields are filled already. */
function Connected({ google, onLetGo, onNext }: Omit<BasicsStepProps, 'form'> & { google: GoogleSignUp }) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onNext();
  };
  return (
    <form noValidate onSubmit={submit}>
      <GoogleConnected signUp={google} onLetGo={onLetGo} />
      <Button type="submit" size="lg" fullWidth>
        Next Step
      </Button>
    </form>
  );
}
