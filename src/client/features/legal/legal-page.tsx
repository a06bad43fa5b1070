import { Box, Container, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './legal-page.module.css';

export type LegalSection = { id: string; title: string; body: ReactNode };

export type LegalPageProps = {
  title: string;
  lead: string;
  path: '/privacy' | '/terms';
  /** An ISO date, such as 2026-11-21. */
  changedOn: string;
  sections: readonly LegalSection[];
};

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

export function LegalPage({ title, lead, path, changedOn, sections }: LegalPageProps) {
  return (
    <Container className={classes.page}>
      <Box component="header" maw="44rem">
        <Title order={1}>{title}</Title>
        <Text size="lg" c="dimmed" mt="sm">
          {lead}
        </Text>
        <Text size="sm" c="dimmed" mt="sm">
          Last changed on <time dateTime={changedOn}>{DAY.format(new Date(changedOn))}</time>
        </Text>
      </Box>
      <nav className={classes.contents} aria-labelledby="contents-title">
        <Text component="h2" id="contents-title" fw={650} mb={4}>
          On this page
        </Text>
        <ol>
          {sections.map((section) => (
            <li key={section.id}>
              <Link to={path} hash={section.id} activeOptions={{ includeHash: true }}>
                {section.title}
              </Link>
            </li>
          ))}
        </ol>
      </nav>
      <Stack gap="2.5rem" maw="44rem" className={classes.text}>
        {sections.map((section) => (
          <section key={section.id} id={section.id} tabIndex={-1} aria-labelledby={`${section.id}-title`}>
            <Title order={2} size="h3" mb={10} id={`${section.id}-title`}>
              {section.title}
            </Title>
            {section.body}
          </section>
        ))}
      </Stack>
    </Container>
  );
}
