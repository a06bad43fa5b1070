import { Container, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './legal-page.module.css';

export type LegalPageProps = { title: string; lead: string; children: ReactNode };

export function LegalPage({ title, lead, children }: LegalPageProps) {
  return (
    <Container size="md" className={classes.page}>
      <Title order={1}>{title}</Title>
      <p className={classes.lead}>{lead}</p>
      {children}
    </Container>
  );
}
