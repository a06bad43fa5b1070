import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { errorMessage } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { type Account, useViewer } from '#client/lib/session/session.ts';
import { getNow } from '#client/ui/clock.ts';
import { lazyDialog, lazyPart, preloadOnIntent } from '#client/ui/lazy-part.tsx';
import { Loading, QueryError } from '#client/ui/page-state.tsx';
import { RowLink } from '#client/ui/row-link.tsx';
import type { Viewer } from '#shared/contracts/auth.ts';
import { mailKindsFor } from '#shared/domain/mail-kinds.ts';
import classes from './account-page.module.css';
import { CalendarFeed } from './calendar-feed.tsx';
import { DetailsForm } from './details-form.tsx';
import { EmailSection } from './email-section.tsx';
import { MailPreferences } from './mail-preferences.tsx';
import { PasswordSection } from './password-section.tsx';
import { PhotoSection } from './photo-section.tsx';
import { PushSwitch } from './push-switch.tsx';
import { SessionsSection } from './sessions-section.tsx';

const TwoStep = lazyPart(() => import('./two-step/two-step.tsx').then((module) => module.TwoStep));
const ApiKeys = lazyPart(() => import('./programs/api-keys.tsx').then((module) => module.ApiKeys));
const SavedSearches = lazyPart(() => import('./saved-searches.tsx').then((module) => module.SavedSearches));
const Webhooks = lazyPart(() => import('./programs/webhooks.tsx').then((module) => module.Webhooks));
const YourData = lazyPart(() => import('./your-data.tsx').then((module) => module.YourData));
const DeleteAccountDialog = lazyDialog(() => import('./delete-account-dialog.tsx').then((module) => module.DeleteAccountDialog));

const SECTION_PADDING = { base: 'lg', sm: '1.75rem 2rem' };

const SECTIONS = [
  { id: 'photo', title: msg`Photo` },
  { id: 'details', title: msg`Details` },
  { id: 'email', title: msg`Email` },
  { id: 'password', title: msg`Password` },
  { id: 'two-step', title: msg`Two-step sign-in` },
  { id: 'sessions', title: msg({ message: 'Sessions', context: 'sign-ins' }) },
  { id: 'email-preferences', title: msg`Email preferences` },
  { id: 'saved-searches', title: msg`Saved searches` },
  { id: 'push', title: msg`Push notifications` },
  { id: 'calendar', title: msg`Calendar` },
  { id: 'api-keys', title: msg`API keys` },
  { id: 'webhooks', title: msg`Webhooks` },
  { id: 'your-data', title: msg`Your data` },
  { id: 'delete', title: msg`Delete account` },
] as const;

const SESSION_SECTIONS: readonly string[] = ['calendar', 'webhooks'];

const ENROLMENT_SECTIONS: readonly string[] = ['password', 'two-step'];

/** An admin has no sessions, and gets only account emails, which cannot be turned off. */
function listSections({ role, isSecondFactorDue }: Pick<Account, 'role' | 'isSecondFactorDue'>) {
  if (isSecondFactorDue) return SECTIONS.filter(({ id }) => ENROLMENT_SECTIONS.includes(id));
  return SECTIONS.filter(
    ({ id }) =>
      (role !== 'admin' || !SESSION_SECTIONS.includes(id)) &&
      (id !== 'email-preferences' || mailKindsFor(role).length > 0) &&
      (id !== 'saved-searches' || role === 'student'),
  );
}

export type AccountPageProps = {
  isDeleteOpen: boolean;
  onDeleteOpenChange: (isOpen: boolean) => void;
};

export function AccountPage({ isDeleteOpen, onDeleteOpenChange }: AccountPageProps) {
  const { t, i18n } = useLingui();
  const viewer = useViewer();
  const trpc = useTRPC();
  const {
    data: user,
    error,
    isFetching,
    refetch,
  } = useQuery(trpc.auth.me.queryOptions(undefined, { enabled: viewer !== null, refetchOnWindowFocus: 'always' }));

  return (
    <Box className={classes.page} px={{ base: 'md', sm: '1.5rem' }}>
      <Title order={1} className={classes.title}>
        <Trans>Account</Trans>
      </Title>
      <Box component="nav" visibleFrom="md" className={classes.nav} aria-label={t`Account`}>
        <Box component="ul" ms="-0.75rem">
          {listSections(user ?? viewer ?? { role: null }).map(({ id, title }) => (
            <li key={id}>
              <RowLink to="/account" hash={id} activeOptions={{ includeHash: true }}>
                {i18n._(title)}
              </RowLink>
            </li>
          ))}
        </Box>
      </Box>
      <Stack gap="md">
        {user && <Sections user={user} isDeleteOpen={isDeleteOpen} onDeleteOpenChange={onDeleteOpenChange} />}
        {!user && error && (
          <QueryError
            title={t`Error Loading Account`}
            message={errorMessage(error, t`Failed to fetch your account`)}
            query={{ isFetching, refetch }}
          />
        )}
        {!user && !error && <AccountSkeleton />}
      </Stack>
    </Box>
  );
}

function Sections({ user, isDeleteOpen, onDeleteOpenChange }: AccountPageProps & { user: Viewer }) {
  const { t, i18n } = useLingui();
  const content = {
    photo: <PhotoSection user={user} />,
    details: <DetailsForm key={user.id} user={user} />,
    email: <EmailSection user={user} />,
    password: <PasswordSection user={user} />,
    'two-step': <TwoStep fallback={<ContentLoading label={t`Loading two-step sign-in…`} height={220} />} />,
    sessions: <SessionsSection now={getNow()} />,
    'email-preferences': <MailPreferences />,
    'saved-searches': <SavedSearches fallback={<ContentLoading label={t`Loading your saved searches…`} height={140} />} />,
    push: <PushSwitch />,
    calendar: <CalendarFeed />,
    'api-keys': <ApiKeys fallback={<ContentLoading label={t`Loading your API keys…`} height={260} />} />,
    webhooks: <Webhooks fallback={<ContentLoading label={t`Loading your webhooks…`} height={260} />} />,
    'your-data': <YourData fallback={<ContentLoading label={t`Loading your data…`} height={110} />} />,
    delete: <DeleteAccountSection user={user} isDeleteOpen={isDeleteOpen} onDeleteOpenChange={onDeleteOpenChange} />,
  };
  return listSections(user).map(({ id, title }) => (
    <AccountSection key={id} id={id} title={i18n._(title)}>
      {content[id]}
    </AccountSection>
  ));
}

function AccountSkeleton() {
  const { t } = useLingui();
  return (
    <Loading label={t`Loading your account…`}>
      <Stack gap="md">
        {SECTIONS.map(({ id }) => (
          <Box key={id} className={classes.section} p={SECTION_PADDING}>
            <Skeleton height={28} width="9rem" mb="md" />
            <Skeleton height={id === 'details' ? 220 : 88} />
          </Box>
        ))}
      </Stack>
    </Loading>
  );
}

type AccountSectionProps = { id: string; title: string; children: ReactNode };

function AccountSection({ id, title, children }: AccountSectionProps) {
  return (
    <Box component="section" id={id} className={classes.section} p={SECTION_PADDING} tabIndex={-1} aria-labelledby={`${id}-title`}>
      <Title order={2} size="h3" mb="md" id={`${id}-title`}>
        {title}
      </Title>
      {children}
    </Box>
  );
}

function ContentLoading({ label, height }: { label: string; height: number }) {
  return (
    <Loading label={label}>
      <Skeleton height={height} />
    </Loading>
  );
}

type DeleteAccountSectionProps = { user: Viewer; isDeleteOpen: boolean; onDeleteOpenChange: (isOpen: boolean) => void };

function DeleteAccountSection({ user, isDeleteOpen, onDeleteOpenChange }: DeleteAccountSectionProps) {
  // A new dialog for each opening, so that no password and no old amounts remain.
  const [opening, setOpening] = useState({ index: 0, isOpen: isDeleteOpen });
  if (opening.isOpen !== isDeleteOpen) setOpening({ index: isDeleteOpen ? opening.index + 1 : opening.index, isOpen: isDeleteOpen });
  return (
    <>
      <Text c="dimmed" mt={4}>
        <Trans>Before you delete anything, we show what happens to your bookings and reviews.</Trans>
      </Text>
      <Button mt="md" variant="outline" color="red" {...preloadOnIntent(DeleteAccountDialog)} onClick={() => onDeleteOpenChange(true)}>
        <Trans>Delete account</Trans>
      </Button>
      <DeleteAccountDialog key={opening.index} opened={isDeleteOpen} user={user} onClose={() => onDeleteOpenChange(false)} />
    </>
  );
}
