import { Box, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

export type PageProps = {
  title: string;
  intro?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
};

export function Page({ title, intro, actions, children }: PageProps) {
  return (
    <Stack gap="lg">
      <Group component="header" justify="space-between" gap="0.75rem 1.5rem">
        <Box miw={0}>
          <Title order={1}>{title}</Title>
          {intro && (
            <Text c="dimmed" mt={4}>
              {intro}
            </Text>
          )}
        </Box>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}

export function Toolbar({ children }: { children: ReactNode }) {
  return (
    <Group align="end" gap="0.75rem 1rem">
      {children}
    </Group>
  );
}
