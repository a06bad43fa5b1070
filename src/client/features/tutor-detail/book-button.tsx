import { Button, Stack, Text } from '@mantine/core';
import { useId } from 'react';
import { ButtonLink } from '#client/ui/links.tsx';
import { type LoginLink, showLoginNeeded } from './use-booking-address.ts';

export type BookProblem = 'vacation' | 'role' | 'unverified' | 'nothing-on-offer';

export type Booking = {
  problem: BookProblem | null;
  /** For visitors: a link, so that it works before and without JavaScript. */
  loginLink?: ((subjectId?: string) => LoginLink) | undefined;
  onBook: (subjectId?: string, start?: Date) => void;
};

const REASONS = {
  vacation: 'This tutor is not accepting new bookings.',
  role: 'Only students can book sessions',
  unverified: 'Home visits can be booked once this tutor is verified.',
  'nothing-on-offer': 'This tutor has not published any times yet.',
} as const satisfies Record<BookProblem, string>;

export type BookButtonProps = {
  booking: Booking;
  subject?: { id: string; name: string };
  isSecondary?: boolean;
};

export function BookButton({ booking: { problem, loginLink, onBook }, subject, isSecondary = false }: BookButtonProps) {
  const reasonId = useId();
  const look = {
    fullWidth: true,
    variant: isSecondary ? 'light' : 'filled',
    'aria-label': subject && problem !== 'vacation' ? `Book Session: ${subject.name}` : undefined,
  };
  if (loginLink && problem === null) {
    return (
      <ButtonLink {...look} {...loginLink(subject?.id)} data-handled onClick={showLoginNeeded}>
        Book Session
      </ButtonLink>
    );
  }
  return (
    <Stack gap={6}>
      <Button {...look} disabled={problem !== null} aria-describedby={problem ? reasonId : undefined} onClick={() => onBook(subject?.id)}>
        {problem === 'vacation' ? 'Tutor is on Vacation' : 'Book Session'}
      </Button>
      {problem && (
        <Text id={reasonId} c="dimmed" size="sm" ta="center">
          {REASONS[problem]}
        </Text>
      )}
    </Stack>
  );
}
