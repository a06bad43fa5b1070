import { Button, Stack, Text } from '@mantine/core';
import { useId } from 'react';

export type BookProblem = 'vacation' | 'role' | 'unverified' | 'nothing-on-offer';

export type Booking = { problem: BookProblem | null; onBook: (subjectId?: string, start?: Date) => void };

const REASONS = {
  vacation: 'This tutor is not accepting new bookings.',
  role: 'Only students can book sessions',
  unverified: 'Home visits of this tutor can be booked after verification.',
  'nothing-on-offer': 'This tutor has not published any times yet.',
} as const satisfies Record<BookProblem, string>;

export type BookButtonProps = {
  booking: Booking;
  subject?: { id: string; name: string };
  isSecondary?: boolean;
};

export function BookButton({ booking: { problem, onBook }, subject, isSecondary = false }: BookButtonProps) {
  const reasonId = useId();
  return (
    <Stack gap={6}>
      <Button
        fullWidth
        variant={isSecondary ? 'light' : 'filled'}
        disabled={problem !== null}
        aria-describedby={problem ? reasonId : undefined}
        aria-label={subject && problem !== 'vacation' ? `Book Session: ${subject.name}` : undefined}
        onClick={() => onBook(subject?.id)}
      >
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
