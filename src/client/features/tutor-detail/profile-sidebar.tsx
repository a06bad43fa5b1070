import { Box, Card, Group, Stack, Text, Title } from '@mantine/core';
import { Clock, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';

export type ProfileSidebarProps = {
  tutor: TutorProfileView;
  availability: ReactNode;
  contact: ReactNode;
  report: ReactNode;
};

export function ProfileSidebar({ tutor, availability, contact, report }: ProfileSidebarProps) {
  return (
    <Stack component="aside" aria-label="Contact and availability">
      <SidebarCard title="Availability">{availability}</SidebarCard>

      <SidebarCard title="Verification">
        <Group component="p" wrap="nowrap" gap="xs" fw={600} c={tutor.isVerified ? 'var(--vidya-primary-ink)' : 'var(--vidya-warning-ink)'}>
          {tutor.isVerified ? <ShieldCheck size={22} aria-hidden="true" /> : <Clock size={22} aria-hidden="true" />}
          {tutor.isVerified ? 'Verified Tutor' : 'Verification Pending'}
        </Group>
        <Text c="dimmed" size="sm" mt="xs">
          {tutor.isVerified
            ? 'Our team has checked the documents, education and experience of this tutor.'
            : 'Our team has not checked the documents of this tutor yet.'}
        </Text>
      </SidebarCard>

      <SidebarCard title="Contact">
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
