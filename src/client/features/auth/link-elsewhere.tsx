import { Button, PasswordInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useContractForm } from '#client/lib/forms/use-contract-form.ts';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { session, useViewer } from '#client/lib/session/session.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { AnchorLink, ButtonLink } from '#client/ui/links.tsx';
import { Loading } from '#client/ui/page-state.tsx';
import { ZonedInstant } from '#client/ui/zoned-time.tsx';
import type { LinkDetails, LinkPasswordForm } from '#shared/contracts/auth.ts';
import cardClasses from './auth-card.module.css';
import classes from './link-elsewhere.module.css';
import { Notice } from './notice.tsx';
import { ProblemNotice } from './problem-notice.tsx';

const FAILED = {
  details: 'The link could not be read. Please try again.',
  confirm: 'The address could not be confirmed. Please try again.',
  disown: 'This could not be done. Please try again.',
};
const ROLES = { student: 'Student', tutor: 'Tutor', admin: 'Admin' } as const;

export type LinkElsewhereProps = { token: string; onDone: (isConfirmed: boolean) => void };

/** For whoever opens a mailed link where its account is not signed in: says whose account it is, and asks whether it is theirs. */
export function LinkElsewhere({ token, onDone }: LinkElsewhereProps) {
  const read = trpc.auth.linkDetails.useMutation();
  const { mutate } = read;
  const [disowned, setDisowned] = useState<string | null>(null);
  useEffect(() => mutate({ token }), [mutate, token]);

  const isVoid = toApiError(read.error)?.code === 'auth.link';
  useEffect(() => {
    if (isVoid) onDone(false);
  }, [isVoid, onDone]);

  if (read.error && !isVoid) {
    return (
      <>
        <Notice tone="danger">{errorMessageWithReason(read.error, FAILED.details)}</Notice>
        <Button size="lg" fullWidth onClick={() => mutate({ token })}>
          Try Again
        </Button>
      </>
    );
  }
  if (!read.data) return <Loading label="Reading the link…" />;
  if (disowned !== null) return <Disowned link={read.data} message={disowned} />;
  return (
    <>
      <About link={read.data} />
      <PasswordForm token={token} link={read.data} onDone={onDone} />
      <NotMine token={token} link={read.data} onDisowned={setDisowned} onVoid={() => onDone(false)} />
    </>
  );
}

function About({ link: { purpose, email, name, role, registeredAt, zone } }: { link: LinkDetails }) {
  const viewer = useViewer();
  return (
    <>
      <p className={classes.text}>
        {purpose === 'email_change' ? (
          <>
            Somebody has asked to use <strong>{email}</strong> for this account:
          </>
        ) : (
          <>
            This account was registered with the address <strong>{email}</strong>:
          </>
        )}
      </p>
      <dl className={classes.account}>
        <dt>Name</dt>
        <dd>{name}</dd>
        {role && (
          <>
            <dt>Account</dt>
            <dd>{ROLES[role]}</dd>
          </>
        )}
        <dt>Registered</dt>
        <dd>
          <ZonedInstant at={registeredAt} zone={zone} />
        </dd>
      </dl>
      {viewer && <p className={classes.text}>You are signed in here with another account, {viewer.email}.</p>}
    </>
  );
}

function PasswordForm({ token, link, onDone }: LinkElsewhereProps & { link: LinkDetails }) {
  const verify = trpc.auth.verifyEmail.useMutation();
  const { form, onSubmit, isBusy, error, problem } = useContractForm<LinkPasswordForm>({
    initialValues: { token, password: '' },
    contract: ({ linkPasswordForm }) => linkPasswordForm,
    failed: FAILED.confirm,
    send: async (values) => {
      await verify.mutateAsync(values);
      void session.refresh();
      onDone(true);
    },
    onFailed: (failure) => {
      if (toApiError(failure)?.code === 'auth.link') onDone(false);
    },
  });

  return (
    <section className={classes.part} aria-labelledby="mine">
      <h2 id="mine" className={classes.heading}>
        Is this your account?
      </h2>
      <p className={classes.text}>Enter its password to confirm the address here, or open the link in the browser where you are signed in.</p>
      <form noValidate onSubmit={onSubmit}>
        {problem !== null && <ProblemNotice error={error} otherwise={FAILED.confirm} />}
        <PasswordInput
          className={cardClasses.field}
          label="Password of this account"
          autoComplete="current-password"
          {...form.textProps('password')}
        />
        <Button type="submit" size="lg" loading={isBusy} fullWidth>
          Confirm address
        </Button>
      </form>
      <AnchorLink className={cardClasses.tall} to="/forgot-password" state={link.purpose === 'email_change' ? {} : { email: link.email }}>
        Forgot password?
      </AnchorLink>
    </section>
  );
}

type NotMineProps = { token: string; link: LinkDetails; onDisowned: (message: string) => void; onVoid: () => void };

const WORDS = {
  email_confirmation: {
    text: 'Somebody else may have registered with your address. Do not confirm it then: lock them out.',
    button: 'I did not register this account',
    title: 'Lock this account?',
    message: 'Whoever registered it is signed out everywhere, and can no longer sign in. Bookings are cancelled, and your address is not confirmed.',
    confirm: 'Lock account',
  },
  email_change: {
    text: 'Somebody else may have entered your address. Do not confirm it then.',
    button: 'I did not ask for this',
    title: 'Call off the change?',
    message: 'The account keeps the address that it has, and yours is not used.',
    confirm: 'Call off',
  },
} as const;

function NotMine({ token, link, onDisowned, onVoid }: NotMineProps) {
  const words = WORDS[link.purpose];
  const disown = trpc.auth.disownAddress.useMutation();
  const [isAsking, setAsking] = useState(false);
  const proceed = useOneAtATime(async () => {
    try {
      const { message } = await disown.mutateAsync({ token });
      onDisowned(message);
    } catch (error) {
      if (toApiError(error)?.code === 'auth.link') onVoid();
    }
    setAsking(false);
  });

  return (
    <section className={classes.part} aria-labelledby="not-mine">
      <h2 id="not-mine" className={classes.heading}>
        Not yours?
      </h2>
      <p className={classes.text}>{words.text}</p>
      {disown.error && !isAsking && <Notice tone="danger">{errorMessageWithReason(disown.error, FAILED.disown)}</Notice>}
      <Button variant="default" size="lg" fullWidth onClick={() => setAsking(true)}>
        {words.button}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        type="error"
        title={words.title}
        message={words.message}
        confirmLabel={words.confirm}
        isProcessing={disown.isPending}
        onConfirm={() => void proceed()}
        onClose={() => setAsking(false)}
      />
    </section>
  );
}

/** Takes the focus, and comes into sight: whoever pressed the button has scrolled past it. */
function Disowned({ link: { purpose, email }, message }: { link: LinkDetails; message: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  const isChange = purpose === 'email_change';
  return (
    <div ref={place} tabIndex={-1} className={classes.disowned}>
      <Notice tone="success" title={isChange ? undefined : message}>
        {isChange ? message : <span>To use or delete it yourself, set a password of your own.</span>}
      </Notice>
      {isChange ? (
        <ButtonLink to="/" size="lg" fullWidth>
          Back to Home
        </ButtonLink>
      ) : (
        <ButtonLink to="/forgot-password" state={{ email }} size="lg" fullWidth>
          Set a password
        </ButtonLink>
      )}
    </div>
  );
}
