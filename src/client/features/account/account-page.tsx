import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { errorMessage } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { type Account, useViewer } from '#client/lib/session/session.ts';
import { getNow } from '#client/ui/clock.ts';
import { ErrorState, Loading } from '#client/ui/page-state.tsx';
import type { Viewer } from '#shared/contracts/auth.ts';
import { mailKindsFor } from '#shared/domain/mail-kinds.ts';
import classes from './account-page.module.css';
import { AccountSection } from './account-section.tsx';
import { CalendarFeed } from './calendar-feed.tsx';
import { DetailsForm } from './details-form.tsx';
import { EmailSection } from './email-section.tsx';
import { LeaveSection } from './leave-section.tsx';
import { MailPreferences } from './mail-preferences.tsx';
import { PasswordSection } from './password-section.tsx';
import { PhotoSection } from './photo-section.tsx';
import { ApiKeysSection } from './programs/api-keys-section.tsx';
import { WebhooksSection } from './programs/webhooks-section.tsx';
import { PushSwitch } from './push-switch.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { TwoStepSection } from './two-step/two-step-section.tsx';

const SECTIONS = [
  { id: 'photo', title: 'Photo' },
  { id: 'details', title: 'Details' },
  { id: 'email', title: 'Email' },
  { id: 'password', title: 'Password' },
  { id: 'two-step', title: 'Two-step sign-in' },
  { id: 'sessions', title: 'Sessions' },
  { id: 'email-preferences', title: 'Email preferences' },
  { id: 'push', title: 'Push notifications' },
  { id: 'calendar', title: 'Calendar' },
  { id: 'api-keys', title: 'API keys' },
  { id: 'webhooks', title: 'Webhooks' },
  { id: 'delete', title: 'Delete account' },
] as const;

const OF_SESSIONS: readonly string[] = ['calendar', 'webhooks'];

/** All that the server lets an admin do who has yet to set up a second factor. */
const BEFORE_ENROLMENT: readonly string[] = ['password', 'two-step'];

/** An admin has no sessions to follow, and gets mails about the account alone, which always go. */
function sectionsOf({ role, isSecondFactorDue }: Pick<Account, 'role' | 'isSecondFactorDue'>) {
  if (isSecondFactorDue) return SECTIONS.filter(({ id }) => BEFORE_ENROLMENT.includes(id));
  return SECTIONS.filter(
    ({ id }) => (role !== 'admin' || !OF_SESSIONS.includes(id)) && (id !== 'email-preferences' || mailKindsFor(role).length > 0),
  );
}

export type AccountPageProps = {
  /** Whether the dialog that deletes the account stands open. */
  isLeaving: boolean;
  onLeaving: (isLeaving: boolean) => void;
};

export function AccountPage({ isLeaving, onLeaving }: AccountPageProps) {
  const viewer = useViewer();
  const { data: me, error, isFetching, refetch } = trpc.auth.me.useQuery(undefined, { enabled: viewer !== null, refetchOnWindowFocus: 'always' });

  return (
    <div className={classes.page}>
      <h1 className={classes.title}>Account</h1>
      <nav className={classes.nav} aria-label="Account">
        <ul>
          {sectionsOf(me ?? viewer ?? { role: null }).map(({ id, title }) => (
            <li key={id}>
              <Link to="/account" hash={id} activeOptions={{ includeHash: true }}>
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={classes.sections}>
        {me && <Sections me={me} isLeaving={isLeaving} onLeaving={onLeaving} />}
        {!me && error && (
          <ErrorState
            title="Error Loading Account"
            message={errorMessage(error, 'Failed to fetch your account')}
            isRetrying={isFetching}
            onRetry={() => void refetch()}
          />
        )}
        {!me && !error && <Waiting />}
      </div>
    </div>
  );
}

function Sections({ me, isLeaving, onLeaving }: AccountPageProps & { me: Viewer }) {
  const bodies = {
    photo: <PhotoSection me={me} />,
    details: <DetailsForm key={me.id} me={me} />,
    email: <EmailSection me={me} />,
    password: <PasswordSection me={me} />,
    'two-step': <TwoStepSection />,
    sessions: <SessionsSection now={getNow()} />,
    'email-preferences': <MailPreferences />,
    push: <PushSwitch />,
    calendar: <CalendarFeed />,
    'api-keys': <ApiKeysSection />,
    webhooks: <WebhooksSection />,
    delete: <LeaveSection me={me} isLeaving={isLeaving} onLeaving={onLeaving} />,
  };
  return sectionsOf(me).map(({ id, title }) => (
    <AccountSection key={id} id={id} title={title}>
      {bodies[id]}
    </AccountSection>
  ));
}

function Waiting() {
  return (
    <Loading label="Loading your account…">
      <div className={classes.sections}>
        {SECTIONS.map(({ id }) => (
          <div key={id} className={classes.section}>
            <Skeleton height={28} width="9rem" mb="md" />
            <Skeleton height={id === 'details' ? 220 : 88} />
          </div>
        ))}
      </div>
    </Loading>
  );
}
