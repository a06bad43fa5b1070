import { useLingui } from '@lingui/react/macro';
import { Card, Skeleton, Text, Textarea, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { type BackgroundProps, EducationSection, ExperienceSection } from './background-sections.tsx';
import { BookingRulesSection } from './booking-rules-section.tsx';
import type { DocumentLinks } from './document-rows.tsx';
import { DocumentsSection } from './documents-section.tsx';
import { describeLength } from './fields.tsx';
import { PersonalSection } from './personal-section.tsx';
import type { DocumentDraft } from './profile-draft.ts';
import { SECTION_TITLES, type SectionId } from './section-links.tsx';
import classes from './sections.module.css';
import { TeachingSection } from './teaching-section.tsx';
import type { DocumentUploads } from './use-document-uploads.ts';

export type EditorSectionProps = { id?: SectionId; hint?: string; children: ReactNode };

/** Without an id while it is loading. */
export function EditorSection({ id, hint, children }: EditorSectionProps) {
  const { i18n } = useLingui();
  const titleId = useId();
  return (
    <Card
      component="section"
      id={id}
      shadow="none"
      px={{ base: 'md', md: 'xl' }}
      py={{ base: 'lg', md: '1.75rem' }}
      className={classes.section}
      tabIndex={-1}
      aria-labelledby={titleId}
    >
      <Title order={2} size="h3" id={titleId} mb={hint ? 4 : 'md'}>
        {id ? i18n._(SECTION_TITLES[id]) : <Skeleton height={28} width="11rem" />}
      </Title>
      {hint && (
        <Text c="dimmed" maw="38rem" mb="md">
          {hint}
        </Text>
      )}
      {children}
    </Card>
  );
}

export type EditorSectionsProps = BackgroundProps & {
  account: { name: string; email: string };
  photo: ReactNode;
  uploads: DocumentUploads;
  savedDocuments: readonly DocumentDraft[];
  links: DocumentLinks;
};

export function EditorSections({ account, photo, uploads, savedDocuments, links, onRemove, ...section }: EditorSectionsProps) {
  const { t } = useLingui();
  const { draft, errors, change } = section;
  return (
    <>
      <EditorSection id="personal">
        <PersonalSection {...section} account={account} />
      </EditorSection>
      <EditorSection id="photo" hint={t`A friendly, clear photo of your face. It is saved immediately.`}>
        {photo}
      </EditorSection>
      <EditorSection id="bio">
        <CountedTextarea
          label={t`About you and your teaching`}
          path="bio"
          value={draft.bio}
          max={LIMITS.bio}
          rows={7}
          hint={t`Who you teach, how your lessons work, and what students achieve.`}
          error={errors.bio}
          onChange={(bio) => change({ bio })}
        />
      </EditorSection>
      <EditorSection id="education">
        <EducationSection {...section} onRemove={onRemove} />
      </EditorSection>
      <EditorSection id="experience">
        <ExperienceSection {...section} onRemove={onRemove} />
      </EditorSection>
      <EditorSection id="teaching">
        <TeachingSection {...section} />
      </EditorSection>
      <EditorSection id="booking-rules" hint={t`For new requests. Sessions that are already booked do not change.`}>
        <BookingRulesSection {...section} />
      </EditorSection>
      <EditorSection id="locations">
        <CountedTextarea
          label={t`Where you teach`}
          path="availableLocations"
          value={draft.availableLocations}
          max={LIMITS.locations}
          rows={2}
          hint={t`Towns and areas, such as Nugegoda, Maharagama.`}
          error={errors.availableLocations}
          onChange={(availableLocations) => change({ availableLocations })}
        />
      </EditorSection>
      <EditorSection id="documents" hint={t`Photos or scans of your identity card and certificates. Only you and our admins can see them.`}>
        <DocumentsSection {...section} uploads={uploads} saved={savedDocuments} links={links} />
      </EditorSection>
    </>
  );
}

type CountedTextareaProps = {
  label: string;
  path: string;
  value: string;
  max: number;
  rows: number;
  hint: string;
  error: string | undefined;
  onChange: (text: string) => void;
};

function CountedTextarea({ label, path, value, max, rows, hint, error, onChange }: CountedTextareaProps) {
  return (
    <Textarea
      label={label}
      data-path={path}
      rows={rows}
      value={value}
      error={error}
      {...describeLength(value, { hint, max })}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
