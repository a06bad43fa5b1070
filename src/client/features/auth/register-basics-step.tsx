import { Button, PasswordInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import classes from './auth-card.module.css';
import { focusFirst } from './form-errors.ts';
import type { Basics } from './use-register-wizard.ts';

export type BasicsStepProps = { form: UseFormReturnType<Basics>; onNext: () => void };

export function BasicsStep({ form, onNext }: BasicsStepProps) {
  return (
    <form noValidate onSubmit={form.onSubmit(onNext, (errors) => focusFirst(form, errors))}>
      <TextInput className={classes.field} label="Full name" autoComplete="name" {...form.getInputProps('name')} />
      <TextInput className={classes.field} label="Email" type="email" inputMode="email" autoComplete="email" {...form.getInputProps('email')} />
      <PasswordInput className={classes.field} label="Password" autoComplete="new-password" {...form.getInputProps('password')} />
      <PasswordInput className={classes.field} label="Confirm password" autoComplete="new-password" {...form.getInputProps('confirmPassword')} />
      <Button type="submit" size="lg" mt="md" fullWidth>
        Next Step
      </Button>
    </form>
  );
}
