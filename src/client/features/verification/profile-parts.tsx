import { Button, Group, List, Text } from '@mantine/core';
import { Copy, Phone } from 'lucide-react';
import { toTelUrl } from '#client/ui/format.ts';
import { ButtonLink } from '#client/ui/links.tsx';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import { videoLink } from '#shared/vocabulary/video.ts';
import { copyEmail } from './tutor-actions.ts';
import { withKeys } from './verification-text.ts';

export function ContactButtons({ profile: { id, phone, user } }: { profile: Pick<TutorProfileView, 'id' | 'phone' | 'user'> }) {
  return (
    <Group gap="xs">
      {phone !== '' && (
        <Button component="a" href={toTelUrl(phone)} variant="default" size="sm" leftSection={<Phone size={16} aria-hidden="true" />}>
          Call {phone}
        </Button>
      )}
      <Button variant="default" size="sm" leftSection={<Copy size={16} aria-hidden="true" />} onClick={() => void copyEmail(user.email)}>
        Copy email
      </Button>
      <ButtonLink to="/tutor/$id" params={{ id }} target="_blank" rel="noopener" variant="default" size="sm">
        View Profile
      </ButtonLink>
    </Group>
  );
}

export function Entries({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return <NoneYet />;
  return (
    <List spacing={4} style={{ overflowWrap: 'anywhere' }}>
      {withKeys(texts).map(({ key, text }) => (
        <List.Item key={key}>{text}</List.Item>
      ))}
    </List>
  );
}

export function IntroductionVideo({ id }: { id: string }) {
  if (id === '') return 'Not provided';
  return (
    <a href={videoLink(id)} target="_blank" rel="noopener noreferrer">
      {videoLink(id)}
    </a>
  );
}

export const NoneYet = () => <Text c="dimmed">None yet</Text>;
