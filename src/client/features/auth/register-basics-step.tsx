import { Button, PasswordInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { FormEvent } from 'react';
import classes from './auth-card.module.css';
import { focusFirst } from './form-errors.ts';
import { OrGoogle } from './google-button.tsx';
import { GoogleConnected } from './google-connected.tsx';
import type { GoogleSignUp } from './google-sign-up.ts';
import type { Basics } from './use-register-wizard.ts';

export type BasicsStepProps = {
  form: UseFormReturnType<Basics>;
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
      <form noValidate onSubmit={form.onSubmit(onNext, (errors) => focusFirst(form, errors))}>
        <TextInput className={classes.field} label="Full name" autoComplete="name" {...form.getInputProps('name')} />
        <TextInput className={classes.field} label="Email" type="email" inputMode="email" autoComplete="email" {...form.getInputProps('email')} />
        <PasswordInput className={classes.field} label="Password" autoComplete="new-password" {...form.getInputProps('password')} />
        <PasswordInput className={classes.field} label="Confirm password" autoComplete="new-password" {...form.getInputProps('confirmPassword')} />
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
