import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Card, Container, Group, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import type { LinkProps } from '@tanstack/react-router';
import { ArrowLeft, ChevronRight, Clock, ShieldCheck, UserX } from 'lucide-react';
import type { ReactNode } from 'react';
import { ActionBar } from '#client/ui/action-bar.tsx';
import { AnchorLink, ButtonLink } from '#client/ui/links.tsx';
import { Empty } from '#client/ui/page-state.tsx';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import { BookButton, type Booking } from './book-button.tsx';
import { toHourlyRates } from './profile-header.tsx';
import layout from './profile-layout.module.css';
import classes from './profile-page.module.css';

export type ProfileFrameProps = {
  name?: string;
  tutors?: LinkProps;
  action?: ReactNode;
  children: ReactNode;
};

const TUTORS = { to: '/tutors' } as const satisfies LinkProps;

export function ProfileFrame({ name, tutors = TUTORS, action, children }: ProfileFrameProps) {
  const { t } = useLingui();
  return (
    <Container pt={{ base: 'xs', sm: 'sm' }}>
      <Group justify="space-between" wrap="nowrap" gap="0 1.25rem" mb="xs">
        <AnchorLink {...tutors} c="var(--mantine-color-text)" fw={550} className={classes.back}>
          <ArrowLeft size={18} aria-hidden="true" />
          <Trans>Back to tutors</Trans>
        </AnchorLink>
        {name && (
          <Box component="nav" miw={0} ms="auto" aria-label={t`Breadcrumb`}>
            <Group component="ol" wrap="nowrap" gap={4} c="dimmed" fz="sm">
              <Box component="li" flex="none">
                <AnchorLink {...tutors} activeOptions={{ exact: true }} c="inherit" className={classes.crumb}>
                  <Trans>Tutors</Trans>
                </AnchorLink>
              </Box>
              <Group component="li" wrap="nowrap" gap={4} miw={0} aria-current="page">
                <ChevronRight size={16} aria-hidden="true" />
                <Text span inherit truncate>
                  {name}
                </Text>
              </Group>
            </Group>
          </Box>
        )}
        {action && (
          <Box flex="none" w="2.75rem" h="2.75rem" mx="-0.5rem">
            {action}
          </Box>
        )}
      </Group>
      {!name && (
        <VisuallyHidden>
          <h1>
            <Trans>Tutor profile</Trans>
          </h1>
        </VisuallyHidden>
      )}
      {children}
    </Container>
  );
}

export type ProfileLayoutProps = { header: ReactNode; tabs: ReactNode; sidebar: ReactNode };

export function ProfileLayout({ header, tabs, sidebar }: ProfileLayoutProps) {
  return (
    <>
      {header}
      <div className={layout.columns}>
        <Box miw={0}>{tabs}</Box>
        {sidebar}
      </div>
    </>
  );
}

export type StickyBookingProps = { tutor: TutorProfileView; booking: Booking };

export function StickyBooking({ tutor, booking }: StickyBookingProps) {
  const { i18n } = useLingui();
  const [lowest] = toHourlyRates(i18n, tutor.subjects);
  const rate = booking.problem === null ? lowest : undefined;
  // It would cover the page for nothing: the button of the header says why.
  if (booking.problem === 'role') return null;
  return (
    <div className={classes.sticky}>
      <ActionBar>
        {rate && (
          <Box component="p" display="grid" flex="1 1 0" lh={1.3}>
            <Text span inherit size="sm" c="dimmed">
              {rate.label}
            </Text>
            <strong>{rate.amount}</strong>
          </Box>
        )}
        <Box flex={rate && '0 0 10.25rem'}>
          <BookButton booking={booking} />
        </Box>
      </ActionBar>
    </div>
  );
}

export function TutorNotFound() {
  const { t } = useLingui();
  return (
    <Empty
      icon={<UserX size={26} />}
      title={t`Tutor Not Found`}
      text={t`This profile does not exist or has been removed.`}
      action={
        <ButtonLink to="/tutors">
          <Trans>Find Tutors</Trans>
        </ButtonLink>
      }
    />
  );
}

export type ProfileSidebarProps = {
  tutor: TutorProfileView;
  availability: ReactNode;
  contact: ReactNode;
  report: ReactNode;
};

export function ProfileSidebar({ tutor, availability, contact, report }: ProfileSidebarProps) {
  const { t } = useLingui();
  return (
    <Stack component="aside" aria-label={t`Contact and availability`}>
      <SidebarCard title={t`Availability`}>{availability}</SidebarCard>

      <SidebarCard title={t`Verification`}>
        <Group component="p" wrap="nowrap" gap="xs" fw={600} c={tutor.isVerified ? 'var(--vidya-primary-ink)' : 'var(--vidya-warning-ink)'}>
          {tutor.isVerified ? <ShieldCheck size={22} aria-hidden="true" /> : <Clock size={22} aria-hidden="true" />}
          {tutor.isVerified ? t`Verified Tutor` : t`Verification Pending`}
        </Group>
        <Text c="dimmed" size="sm" mt="xs">
          {tutor.isVerified
            ? t`Our team has checked this tutor’s documents, education and experience.`
            : t`Our team has not checked this tutor’s documents yet.`}
        </Text>
      </SidebarCard>

      <SidebarCard title={t`Contact`}>
        {/* As tall as the two lines that will replace it. */}
        <Box mih="5.5rem">{contact}</Box>
      </SidebarCard>

      <Box mih="2.75rem">{report}</Box>
    </Stack>
  );
}

function SidebarCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card component="section" shadow="none" p="1.125rem 1.25rem">
      <Title order={2} size="h4" mb="0.625rem">
        {title}
      </Title>
      {children}
    </Card>
  );
}
