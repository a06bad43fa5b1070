import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { errorMessage } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { useAccount, useViewer } from '#client/lib/session/session.ts';
import { ButtonLink } from '#client/ui/links.tsx';
import { Loading, QueryError } from '#client/ui/page-state.tsx';
import { DaysOffSection } from './days-off-section.tsx';
import { DeleteProfileSection } from './delete-profile-section.tsx';
import { EditorSection } from './editor-sections.tsx';
import { Fields, WIDE } from './fields.tsx';
import { ProfileEditor } from './profile-editor.tsx';
import { SectionLinks } from './section-links.tsx';

export type ProfileEditorPageProps = { photo: ReactNode };

export function ProfileEditorPage({ photo }: ProfileEditorPageProps) {
  const { t } = useLingui();
  const { id: userId } = useAccount();
  const isSignedIn = useViewer() !== null;
  const trpc = useTRPC();
  const { data: profile, dataUpdatedAt, error, isFetching, refetch } = useQuery(trpc.tutors.own.queryOptions(undefined, { enabled: isSignedIn }));
  const deletedId = useRef<string | null>(null);
  const [editorCount, setEditorCount] = useState(0);
  const isDeleted = useCallback((profileId: string) => profileId === deletedId.current, []);

  return (
    <Stack>
      <Header profileId={profile?.id} />
      {profile ? (
        <>
          <SectionLinks />
          <ProfileEditor
            key={`${userId} ${profile.id} ${editorCount}`}
            profile={profile}
            isDeleted={isDeleted}
            readAt={dataUpdatedAt}
            userId={userId}
            photo={photo}
          />
          <EditorSection id="days-off">
            <DaysOffSection />
          </EditorSection>
          <EditorSection id="delete-profile">
            <DeleteProfileSection
              userId={userId}
              profileId={profile.id}
              onDeleted={(id) => {
                deletedId.current = id;
                // Drafts of the deleted one were restored into the editor of the fresh one.
                if (id !== profile.id) setEditorCount(editorCount + 1);
              }}
            />
          </EditorSection>
        </>
      ) : error ? (
        <QueryError
          title={t`Error Loading Profile`}
          message={errorMessage(error, t`Failed to fetch tutor profile`)}
          query={{ isFetching, refetch }}
        />
      ) : (
        <EditorSkeleton />
      )}
    </Stack>
  );
}

function Header({ profileId }: { profileId: string | undefined }) {
  return (
    <Group component="header" justify="space-between" gap="0.5rem 1rem">
      <Title order={1}>
        <Trans>My Profile</Trans>
      </Title>
      {profileId && (
        <ButtonLink
          to="/tutors/$id"
          params={{ id: profileId }}
          target="_blank"
          variant="default"
          aria-describedby="preview-note"
          leftSection={<ExternalLink size={18} aria-hidden="true" />}
        >
          <Trans>
            Preview
            <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
          </Trans>
        </ButtonLink>
      )}
      <Text id="preview-note" w="100%" size="sm" c="dimmed">
        <Trans>The preview shows your last saved profile.</Trans>
      </Text>
    </Group>
  );
}

/** The fields of each section, with the height in px where it is not 44; those span both columns. */
const SECTIONS: Record<string, Record<string, number | null>> = {
  personal: { name: null, email: null, phone: null, gender: null, instagram: null, youtube: null, facebook: null, linkedin: null },
  photo: { photo: 72 },
  bio: { bio: 180 },
  education: { degree: null, institution: null, year: null },
  experience: { title: null, company: null, duration: null, description: 92 },
  teaching: { first: 72, second: 72 },
  'booking-rules': { notice: 62, buffer: 62 },
  locations: { locations: 68 },
  documents: { documents: 72 },
};

function EditorSkeleton() {
  const { t } = useLingui();
  return (
    <Loading label={t`Loading your profile…`}>
      <Stack>
        <Skeleton height={110} />
        {Object.entries(SECTIONS).map(([section, fields]) => (
          <EditorSection key={section}>
            <Fields>
              {Object.entries(fields).map(([field, height]) => (
                <div key={field} style={height ? WIDE : undefined}>
                  <Skeleton height={18} width="8rem" mb={8} />
                  <Skeleton height={height ?? 44} />
                </div>
              ))}
            </Fields>
          </EditorSection>
        ))}
      </Stack>
    </Loading>
  );
}
