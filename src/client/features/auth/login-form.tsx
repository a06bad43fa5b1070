import { Button, PasswordInput, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useId } from 'react';
import { explanationOf, refusalOf, sentenceOf } from '#client/api/refusals.ts';
import { session } from '#client/api/session.ts';
import { trpc } from '#client/api/trpc.ts';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { AnchorLink } from '#client/ui/links.tsx';
import { toast } from '#client/ui/toasts.ts';
import type { LoginForm as Values } from '#shared/contracts/auth.ts';
import classes from './auth-card.module.css';
import { byContract, useContracts } from './by-contract.ts';
import { errorsOf, focusFirst } from './form-errors.ts';
import { useOneAtATime } from './use-one-at-a-time.ts';

const checked = byContract(({ loginForm }) => loginForm);
const FAILED = 'Login failed. Please try again';
/** They come with the contracts, after the first paint. */
const messages = () => import('#shared/messages.ts');

export type LoginFormProps = {
  /** Typed on the page before. */
  email?: string;
  /** Signed in: lead on. */
  onDone: () => void;
};

export function LoginForm({ email = '', onDone }: LoginFormProps) {
  useContracts();
  const problemId = useId();
  const form = useForm<Values>({
    initialValues: { email, password: '', rememberMe: true },
    validate: checked,
    validateInputOnBlur: true,
  });
  const login = trpc.auth.login.useMutation();

  const submit = useOneAtATime(async (values: Values) => {
    try {
      const started = await login.mutateAsync(values);
      session.begin(started, { isRemembered: values.rememberMe });
      void messages().then(({ SUCCESS }) => toast.success(SUCCESS.login));
      onDone();
    } catch (error) {
      const errors = errorsOf(form, refusalOf(error)?.errors ?? []);
      form.setErrors(errors);
      focusFirst(form, errors);
      toast.error(sentenceOf(error, FAILED));
    }
  });

  return (
    <form noValidate onSubmit={form.onSubmit(submit, (errors) => focusFirst(form, errors))} aria-describedby={login.error ? problemId : undefined}>
      <TextInput className={classes.field} label="Email" type="email" autoComplete="email" inputMode="email" {...form.getInputProps('email')} />
      <PasswordInput className={classes.field} label="Password" autoComplete="current-password" {...form.getInputProps('password')} />
      <div className={classes.beside}>
        <Checkbox label="Remember me" {...form.getInputProps('rememberMe', { type: 'checkbox' })} />
        <AnchorLink className={classes.tall} to="/forgot-password" state={{ email: form.values.email }}>
          Forgot password?
        </AnchorLink>
      </div>
      {login.error && (
        <Text id={problemId} c="var(--mantine-color-error)" size="sm">
          {explanationOf(login.error, FAILED)}
        </Text>
      )}
      <Button type="submit" size="lg" mt="md" loading={login.isPending} fullWidth>
        Login
      </Button>
    </form>
  );
}
