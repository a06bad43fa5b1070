import type { ReactNode } from 'react';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { type BackgroundProps, EducationSection, ExperienceSection } from './background-sections.tsx';
import { CountedText } from './counted-text.tsx';
import type { DocumentLinks } from './document-rows.tsx';
import { DocumentsSection } from './documents-section.tsx';
import { EditorSection } from './editor-section.tsx';
import { PersonalSection } from './personal-section.tsx';
import type { DocumentDraft } from './profile-draft.ts';
import { TeachingSection } from './teaching-section.tsx';
import type { DocumentUploads } from './use-document-uploads.ts';

export type EditorSectionsProps = BackgroundProps & {
  account: { name: string; email: string };
  photo: ReactNode;
  uploads: DocumentUploads;
  savedDocuments: readonly DocumentDraft[];
  links: DocumentLinks;
};

/** The parts of a profile, in the order in which students read them. */
export function EditorSections({ account, photo, uploads, savedDocuments, links, onRemoved, ...section }: EditorSectionsProps) {
  const { draft, errors, change } = section;
  return (
    <>
      <EditorSection id="personal" title="Personal information">
        <PersonalSection {...section} account={account} />
      </EditorSection>
      <EditorSection id="photo" title="Profile image" hint="A friendly, clear photo of your face. It is saved at once.">
        {photo}
      </EditorSection>
      <EditorSection id="bio" title="Bio">
        <CountedText
          label="About you and your teaching"
          path="bio"
          value={draft.bio}
          most={LIMITS.bio}
          rows={7}
          hint="Who you teach, how a lesson goes, and what students get better at."
          error={errors.bio}
          onChange={(bio) => change({ bio })}
        />
      </EditorSection>
      <EditorSection id="education" title="Education">
        <EducationSection {...section} onRemoved={onRemoved} />
      </EditorSection>
      <EditorSection id="experience" title="Experience">
        <ExperienceSection {...section} onRemoved={onRemoved} />
      </EditorSection>
      <EditorSection id="teaching" title="Subjects and teaching">
        <TeachingSection {...section} />
      </EditorSection>
      <EditorSection id="locations" title="Available locations">
        <CountedText
          label="Where you teach"
          path="availableLocations"
          value={draft.availableLocations}
          most={LIMITS.locations}
          rows={2}
          hint="Towns and areas, such as Nugegoda, Maharagama."
          error={errors.availableLocations}
          onChange={(availableLocations) => change({ availableLocations })}
        />
      </EditorSection>
      <EditorSection
        id="documents"
        title="Verification documents"
        hint="Photos or scans of your identity card and certificates. Only you and our admins can see them."
      >
        <DocumentsSection {...section} uploads={uploads} saved={savedDocuments} links={links} />
      </EditorSection>
    </>
  );
}
