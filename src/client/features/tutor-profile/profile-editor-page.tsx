import { Skeleton, VisuallyHidden } from '@mantine/core';
import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { sentenceOf } from '#client/api/refusals.ts';
import { useMe, useViewer } from '#client/api/session.ts';
import { trpc } from '#client/api/trpc.ts';
import { ButtonLink } from '#client/ui/links.tsx';
import { ErrorState, Loading } from '#client/ui/page-state.tsx';
import sectionClasses from './editor-section.module.css';
import classes from './profile-editor.module.css';
import { ProfileEditor } from './profile-editor.tsx';

export type ProfileEditorPageProps = { now: Date; photo: ReactNode };

export function ProfileEditorPage({ now, photo }: ProfileEditorPageProps) {
  const me = useMe();
  const isSignedIn = useViewer() !== null;
  const { data: profile, dataUpdatedAt, error, isFetching, refetch } = trpc.tutors.own.useQuery(undefined, { enabled: isSignedIn });

  if (profile)
    return (
      <ProfileEditor
        key={me.id}
        profile={profile}
        readAt={dataUpdatedAt}
        userId={me.id}
        now={now}
        photo={photo}
        header={(isDirty) => <Header profileId={profile.id} isDirty={isDirty} />}
      />
    );
  return (
    <div className={classes.editor}>
      <Header />
      {error ? (
        <ErrorState
          title="Error Loading Profile"
          message={sentenceOf(error, 'Failed to fetch tutor profile')}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <Waiting />
      )}
    </div>
  );
}

function Header({ profileId, isDirty = false }: { profileId?: string; isDirty?: boolean }) {
  return (
    <header className={classes.header}>
      <h1>My Profile</h1>
      {profileId && (
        <div className={classes.preview}>
          {isDirty && <p id="preview-note">Shows what is saved, without your changes.</p>}
          <ButtonLink
            to="/tutors/$id"
            params={{ id: profileId }}
            target="_blank"
            variant="default"
            aria-describedby={isDirty ? 'preview-note' : undefined}
            leftSection={<ExternalLink size={18} aria-hidden="true" />}
          >
            Preview
            <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
          </ButtonLink>
        </div>
      )}
    </header>
  );
}

const HEIGHTS = { personal: 430, photo: 96, bio: 220, education: 260, experience: 260, teaching: 320, locations: 96, documents: 110 };

function Waiting() {
  return (
    <Loading label="Loading your profile…">
      <div className={classes.editor}>
        <Skeleton height={92} />
        <div className={classes.sections}>
          {Object.entries(HEIGHTS).map(([section, height]) => (
            <div key={section} className={sectionClasses.section}>
              <Skeleton height={28} width="11rem" mb="md" />
              <Skeleton height={height} />
            </div>
          ))}
        </div>
      </div>
    </Loading>
  );
}
