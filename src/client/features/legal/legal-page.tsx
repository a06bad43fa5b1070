import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Box, Container, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatDate } from '#shared/domain/zone.ts';
import { DEFAULT_LOCALE } from '#shared/vocabulary/locales.ts';
import classes from './legal-page.module.css';

export type LegalSection = { id: string; title: MessageDescriptor; body: ReactNode };

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
  const { i18n } = useLingui();
  const isTranslation = i18n.locale !== DEFAULT_LOCALE;
  const changedDay = isTranslation ? formatDate(changedOn, i18n.locale) : DAY.format(new Date(changedOn));

  return (
    <Container className={classes.page}>
      <Box component="header" maw="44rem">
        <Title order={1}>{title}</Title>
        <Text size="lg" c="dimmed" mt="sm">
          {lead}
        </Text>
        <Text size="sm" c="dimmed" mt="sm">
          <Trans>
            Last changed on <time dateTime={changedOn}>{changedDay}</time>
          </Trans>
        </Text>
        {isTranslation && <TranslationNote path={path} />}
      </Box>
      <nav className={classes.contents} aria-labelledby="contents-title">
        <Text component="h2" id="contents-title" fw={650} mb={4}>
          <Trans>On this page</Trans>
        </Text>
        <ol>
          {sections.map((section) => (
            <li key={section.id}>
              <Link to={path} hash={section.id} activeOptions={{ includeHash: true }}>
                {i18n._(section.title)}
              </Link>
            </li>
          ))}
        </ol>
      </nav>
      <Stack gap="2.5rem" maw="44rem" className={classes.text}>
        {sections.map((section) => (
          <section key={section.id} id={section.id} tabIndex={-1} aria-labelledby={`${section.id}-title`}>
            <Title order={2} size="h3" mb={10} id={`${section.id}-title`}>
              {i18n._(section.title)}
            </Title>
            {section.body}
          </section>
        ))}
      </Stack>
    </Container>
  );
}

/** In the language it leads to. */
const ENGLISH_LINK = 'Read this page in English';

function TranslationNote({ path }: Pick<LegalPageProps, 'path'>) {
  return (
    <div role="note" className={classes.translation}>
      <p>
        <Trans>This page is a translation. Where it differs from the English text, the English text is binding.</Trans>
      </p>
      {/* Not a Link, which would stay in the language of the page. */}
      <Anchor href={path} hrefLang="en" lang="en" inherit>
        {ENGLISH_LINK}
      </Anchor>
    </div>
  );
}
