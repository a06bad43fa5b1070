import { useLingui } from '@lingui/react/macro';
import { Box, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Avatar } from '#client/ui/avatar.tsx';
import { AnchorLink } from '#client/ui/links.tsx';
import type { BookingDetails } from '#shared/contracts/bookings.ts';
import type { Role } from '#shared/vocabulary/people.ts';
import { canCallTutor, formatStudent, getTutor, isOccupying } from './booking-text.ts';
import { CallButton, MessageButton } from './contact-buttons.tsx';

export type BookingPeopleProps = { booking: BookingDetails; role: Role; now: Date };

export function BookingPeople({ booking, role, now }: BookingPeopleProps) {
  const { t, i18n } = useLingui();
  const { student, tutor: profile, contactNumber, threadId } = booking;
  const tutor = getTutor(i18n, booking);
  const studentPhone = role === 'tutor' && isOccupying(booking) ? contactNumber : '';
  const tutorPhone = role === 'student' && canCallTutor(booking, now) ? profile.phone : '';
  const thread = role === 'admin' ? null : threadId;

  return (
    <Stack component="ul">
      {role !== 'student' && <Person person={student} name={formatStudent(i18n, booking)} label={t`Student`} phone={studentPhone} thread={thread} />}
      {role !== 'tutor' && (
        <Person
          person={tutor}
          name={
            profile.id ? (
              <AnchorLink to="/tutors/$id" params={{ id: profile.id }} display="inline-block" py={4}>
                {tutor.name}
              </AnchorLink>
            ) : (
              tutor.name
            )
          }
          label={t`Tutor`}
          note={role === 'student' && booking.status === 'pending' ? t`The phone number is shown here once the tutor has accepted.` : undefined}
          phone={tutorPhone}
          thread={thread}
        />
      )}
    </Stack>
  );
}

type PersonProps = {
  person: { name: string; profileImage: string };
  name: ReactNode;
  label: string;
  note?: string | undefined;
  phone: string;
  thread: string | null;
};

function Person({ person, name, label, note, phone, thread }: PersonProps) {
  return (
    <Group component="li" gap="0.75rem 0.875rem">
      <Avatar name={person.name} src={person.profileImage || null} size={56} alt="" />
      <Box flex="1000 1 9rem" miw={0}>
        <Text fw={600}>{name}</Text>
        <Text size="sm" c="dimmed">
          {label}
        </Text>
        {phone && <Text size="sm">{phone}</Text>}
        {note && (
          <Text size="sm" c="dimmed">
            {note}
          </Text>
        )}
      </Box>
      {(phone || thread) && (
        // Beside the name as wide as they are, below it the whole width.
        <Group flex="1 0 auto" gap="xs" grow preventGrowOverflow={false}>
          {phone && <CallButton name={person.name} phone={phone} />}
          {thread && <MessageButton name={person.name} to={{ thread }} />}
        </Group>
      )}
    </Group>
  );
}
