import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Stack, Text } from '@mantine/core';
import { useId } from 'react';
import { ButtonLink } from '#client/ui/links.tsx';
import { translatedName } from '#shared/domain/texts.ts';
import { type LoginLink, showLoginNeeded } from './use-booking-address.ts';

export type BookProblem = 'vacation' | 'role' | 'unverified' | 'nothing-on-offer';

export type Booking = {
  problem: BookProblem | null;
  /** For visitors: a link, so that it works before and without JavaScript. */
  loginLink?: ((subjectId?: string) => LoginLink) | undefined;
  onBook: (subjectId?: string, start?: Date) => void;
};

const REASONS = {
  vacation: msg`This tutor is not accepting new bookings.`,
  role: msg`Only students can book sessions`,
  unverified: msg`Home visits can be booked once this tutor is verified.`,
  'nothing-on-offer': msg`This tutor has not published any times yet.`,
} as const satisfies Record<BookProblem, MessageDescriptor>;

export type BookButtonProps = {
  booking: Booking;
  subject?: { id: string; name: string };
  isSecondary?: boolean;
};

export function BookButton({ booking: { problem, loginLink, onBook }, subject, isSecondary = false }: BookButtonProps) {
  const { t, i18n } = useLingui();
  const reasonId = useId();
  const subjectName = subject && translatedName(i18n, subject.name);
  const look = {
    fullWidth: true,
    variant: isSecondary ? 'light' : 'filled',
    'aria-label': subjectName !== undefined && problem !== 'vacation' ? t`Book Session: ${subjectName}` : undefined,
  };
  if (loginLink && problem === null) {
    return (
      <ButtonLink {...look} {...loginLink(subject?.id)} data-handled onClick={() => showLoginNeeded(i18n)}>
        <Trans>Book Session</Trans>
      </ButtonLink>
    );
  }
  return (
    <Stack gap={6}>
      <Button {...look} disabled={problem !== null} aria-describedby={problem ? reasonId : undefined} onClick={() => onBook(subject?.id)}>
        {problem === 'vacation' ? t`Tutor is on Vacation` : t`Book Session`}
      </Button>
      {problem && (
        <Text id={reasonId} c="dimmed" size="sm" ta="center">
          {i18n._(REASONS[problem])}
        </Text>
      )}
    </Stack>
  );
}
