import { Group, SimpleGrid, Text, Title, VisuallyHidden } from '@mantine/core';
import { CircleCheck, CircleX } from 'lucide-react';
import { useId } from 'react';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import { adminChecklist, adminCompleteness } from '#shared/domain/profile-completeness.ts';
import { CompletenessBar } from './tutor-badges.tsx';

export function Completeness({ profile }: { profile: TutorProfileView }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Group justify="space-between" gap="0.5rem 1.5rem" mb="xs">
        <Title order={3} size="h4" id={id}>
          Profile completeness
        </Title>
        <CompletenessBar percentage={adminCompleteness(profile)} />
      </Group>
      <SimpleGrid component="ul" minColWidth="15rem" spacing="1.5rem" verticalSpacing={6}>
        {adminChecklist(profile).map(({ item, label, isRequired, isMet }) => {
          const Icon = isMet ? CircleCheck : CircleX;
          return (
            <Group key={item} component="li" gap="xs" align="start" wrap="nowrap">
              <Icon size={18} color={isMet ? 'var(--vidya-success-ink)' : 'var(--vidya-danger-ink)'} style={{ marginTop: 3 }} aria-hidden="true" />
              <span>
                {label}{' '}
                {!isRequired && (
                  <Text span c="dimmed">
                    (optional)
                  </Text>
                )}
                {isMet ? (
                  <VisuallyHidden>there</VisuallyHidden>
                ) : (
                  <Text span size="sm" ml={4} c="var(--vidya-danger-ink)">
                    missing
                  </Text>
                )}
              </span>
            </Group>
          );
        })}
      </SimpleGrid>
    </section>
  );
}
