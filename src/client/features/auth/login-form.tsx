import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useId } from 'react';
import { useAppForm } from '#client/lib/forms/use-app-form.ts';
import { errorMessage, errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { session } from '#client/lib/session/session.ts';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { AnchorLink } from '#client/ui/links.tsx';
import { toast } from '#client/ui/toasts.ts';
import type { LoginForm as Values } from '#shared/contracts/auth.ts';
import type { SecondStepRequired } from '#shared/contracts/factors.ts';
import classes from './auth-card.module.css';

const FAILED = 'Login failed. Please try again';
const schema = () => import('#shared/contracts/auth.ts').then(({ loginForm }) => loginForm);
/** They come with the contracts, after the first paint. */
const messages = () => import('#shared/messages.ts');

export type LoginFormProps = {
  /** Typed on the page before. */
  email?: string;
  /** Signed in: lead on. */
  onDone: () => void;
  /** The password was right, and is not enough. */
  onSecondStep: (step: SecondStepRequired, isRemembered: boolean) => void;
};

export function LoginForm({ email = '', onDone, onSecondStep }: LoginFormProps) {
  const problemId = useId();
  const login = trpc.auth.beginLogin.useMutation();
  const form = useAppForm<Values>({
    initialValues: { email, password: '', rememberMe: true },
    schema,
    fallbackMessage: FAILED,
    onError: (error) => toast.error(errorMessage(error, FAILED)),
    onSubmit: async (values) => {
      const answer = await login.mutateAsync(values);
      if ('secondStep' in answer) return onSecondStep(answer.secondStep, values.rememberMe);
      session.begin(answer.started, { isRemembered: values.rememberMe });
      void messages().then(({ SUCCESS }) => toast.success(SUCCESS.login));
      onDone();
    },
  });

  return (
    <form noValidate onSubmit={form.handleSubmit} aria-describedby={form.error !== null ? problemId : undefined}>
      <TextInput className={classes.field} label="Email" type="email" autoComplete="email" inputMode="email" {...form.getInputProps('email')} />
      <PasswordInput className={classes.field} label="Password" autoComplete="current-password" {...form.getInputProps('password')} />
      <div className={classes.beside}>
        <Checkbox label="Remember me" {...form.getInputProps('rememberMe', { type: 'checkbox' })} />
        <AnchorLink className={classes.tall} to="/forgot-password" state={{ email: form.values.email }}>
          Forgot password?
        </AnchorLink>
      </div>
      {form.error !== null && (
        <p id={problemId} className={classes.problem}>
          {errorMessageWithReason(form.error, FAILED)}
        </p>
      )}
      <Button type="submit" size="lg" mt="md" loading={form.isSubmitting} fullWidth>
        Login
      </Button>
    </form>
  );
}
