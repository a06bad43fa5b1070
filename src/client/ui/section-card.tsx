import { Trans } from '@lingui/react/macro';
import { Button, Card, type CardProps, Group, Stack, Text, Title } from '@mantine/core';
import { RotateCw } from 'lucide-react';
import { type ReactNode, useId } from 'react';

export type SectionCardProps = CardProps & {
  title: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
};

export function SectionCard({ title, aside, children, ...card }: SectionCardProps) {
  const id = useId();
  return (
    <Card component="section" aria-labelledby={id} {...card}>
      <Stack gap="0.875rem">
        <Group justify="space-between" gap="0.25rem 1rem" mih="2rem">
          <Title order={2} size="h3" id={id}>
            {title}
          </Title>
          {aside}
        </Group>
        {children}
      </Stack>
    </Card>
  );
}

export type InlineErrorProps = { message: string; query: { isFetching: boolean; refetch: () => unknown } };

export function InlineError({ message, query }: InlineErrorProps) {
  return (
    <Group gap="0.5rem 1rem" role="alert">
      <Text c="red">{message}</Text>
      <Button variant="default" size="sm" leftSection={<RotateCw size={16} />} loading={query.isFetching} onClick={() => void query.refetch()}>
        <Trans>Try Again</Trans>
      </Button>
    </Group>
  );
}
