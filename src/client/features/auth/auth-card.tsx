import { Box, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './auth-card.module.css';

export type AuthCardProps = { title: ReactNode; intro: ReactNode; footer?: ReactNode; children: ReactNode };

export function AuthCard({ title, intro, footer, children }: AuthCardProps) {
  return (
    <Box px="md" pt="clamp(1.5rem, 6vw, 4rem)" pb="calc(3rem + var(--vidya-page-bottom))">
      <Box maw="28rem" mx="auto" className={classes.card}>
        <Title order={1} size="h2">
          {title}
        </Title>
        <Text c="dimmed" mt="xs" mb={24} className={classes.text}>
          {intro}
        </Text>
        {children}
        {footer && (
          <Text c="dimmed" ta="center" mt={12} py={12} className={classes.text}>
            {footer}
          </Text>
        )}
      </Box>
    </Box>
  );
}
