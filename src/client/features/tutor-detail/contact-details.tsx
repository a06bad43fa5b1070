import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Mail, MessageCircle, Phone } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { useViewer } from '#client/lib/session/session.ts';
import { toTelUrl } from '#client/ui/format.ts';
import { AnchorLink, ButtonLink } from '#client/ui/links.tsx';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';

/** Read once per visit, because each read counts towards the viewer's limit. */
const FOR_THIS_VISIT = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY } as const;

export type ContactDetailsProps = { tutor: TutorProfileView };

export function ContactDetails({ tutor }: ContactDetailsProps) {
  const { t } = useLingui();
  const box = useRef<HTMLDivElement>(null);
  const viewer = useViewer();
  const isVisible = useIsVisible(box);
  const trpc = useTRPC();
  const { data, error, isFetching, refetch } = useQuery(
    trpc.tutors.contact.queryOptions({ id: tutor.id }, { enabled: isVisible, ...FOR_THIS_VISIT }),
  );
  // Empty for others than the tutor and admins.
  const accountEmail = tutor.user.email;

  return (
    <>
      <Stack ref={box} gap={0} mih="5.5rem" aria-busy={!data && !error}>
        {!data && !error && (
          <div aria-hidden="true">
            <Row icon={<Phone size={18} />}>
              <Skeleton height={14} width="8rem" />
            </Row>
            <Row icon={<Mail size={18} />}>
              <Skeleton height={14} width="12rem" />
            </Row>
          </div>
        )}
        {data && (
          <ul>
            <Row component="li" icon={<Phone size={18} aria-hidden="true" />}>
              {data.phone ? <ContactLink href={toTelUrl(data.phone)}>{data.phone}</ContactLink> : t`No phone`}
            </Row>
            <Row component="li" icon={<Mail size={18} aria-hidden="true" />}>
              {data.email ? <ContactLink href={`mailto:${data.email}`}>{data.email}</ContactLink> : t`No email`}
            </Row>
          </ul>
        )}
        {data && accountEmail !== '' && accountEmail !== data.email && (
          <Text c="dimmed" size="sm" mt={4}>
            <Trans>This tutor’s account uses {accountEmail}, which other people cannot see.</Trans>
          </Text>
        )}
        {error && (
          <Stack align="start" gap="0.625rem" role="status">
            <p>{errorMessageWithReason(error, t`Failed to fetch contact details. Please try again.`)}</p>
            {toApiError(error)?.code === 'tutor.contact_limited' && <LimitHint tutorId={tutor.id} />}
            <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
              <Trans>Try Again</Trans>
            </Button>
          </Stack>
        )}
      </Stack>
      {viewer?.role === 'student' && <StudentsMessageLink tutorId={tutor.id} />}
      {viewer === null && <MessageLink tutorId={tutor.id}>{t`Ask a Question`}</MessageLink>}
    </>
  );
}

function LimitHint({ tutorId }: { tutorId: string }) {
  const viewer = useViewer();
  if (viewer === null) {
    return (
      <p>
        <Trans>
          This limit is shared by everyone on your network.{' '}
          <AnchorLink to="/login" search={{ redirect: `/tutors/${tutorId}` }}>
            Log in
          </AnchorLink>{' '}
          to get your own limit.
        </Trans>
      </p>
    );
  }
  return viewer?.emailVerified === false ? (
    <p>
      <Trans>Confirm your email address to get your own limit, separate from others on your network.</Trans>
    </p>
  ) : null;
}

function StudentsMessageLink({ tutorId }: { tutorId: string }) {
  const { t } = useLingui();
  const trpc = useTRPC();
  const { data: hasConversation } = useQuery(trpc.messages.hasWithTutor.queryOptions({ tutorId }));
  if (hasConversation === undefined) return null;
  return <MessageLink tutorId={tutorId}>{hasConversation ? t`Message Tutor` : t`Ask a Question`}</MessageLink>;
}

/** A visitor logs in on the way. */
function MessageLink({ tutorId, children }: { tutorId: string; children: string }) {
  return (
    <ButtonLink to="/messages" search={{ tutor: tutorId }} variant="light" fullWidth mt="xs" leftSection={<MessageCircle size={18} />}>
      {children}
    </ButtonLink>
  );
}

function Row({ component = 'div', icon, children }: { component?: 'div' | 'li'; icon: ReactNode; children: ReactNode }) {
  return (
    <Group component={component} wrap="nowrap" gap="0.625rem" mih="2.75rem">
      <Text span c="dimmed" display="inline-flex">
        {icon}
      </Text>
      {children}
    </Group>
  );
}

function ContactLink({ href, children }: { href: string; children: string }) {
  return (
    <Anchor href={href} display="inline-flex" mih="2.75rem" style={{ alignItems: 'center' }}>
      {children}
    </Anchor>
  );
}

function useIsVisible(box: { readonly current: HTMLElement | null }): boolean {
  const [isVisible, setVisible] = useState(false);
  useEffect(() => {
    if (isVisible || !box.current) return;
    const observer = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && setVisible(true), {
      rootMargin: '100px',
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [box, isVisible]);
  return isVisible;
}
