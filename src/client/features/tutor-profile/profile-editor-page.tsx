import { Skeleton, VisuallyHidden } from '@mantine/core';
import { ExternalLink } from 'lucide-react';
import { type ReactNode, useCallback, useRef } from 'react';
import { forgetDraftsOf } from '#client/lib/drafts/draft-keys.ts';
import { pageConfig } from '#client/lib/page-config.ts';
import { errorMessage } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { useAccount, useViewer } from '#client/lib/session/session.ts';
import { ButtonLink } from '#client/ui/links.tsx';
import { ErrorState, Loading } from '#client/ui/page-state.tsx';
import { DaysOffSection } from './days-off-section.tsx';
import { DeleteProfileSection } from './delete-profile-section.tsx';
import sectionClasses from './editor-section.module.css';
import { EditorSection } from './editor-section.tsx';
import fieldClasses from './fields.module.css';
import classes from './profile-editor.module.css';
import { ProfileEditor } from './profile-editor.tsx';

export type ProfileEditorPageProps = { now: Date; photo: ReactNode };

export function ProfileEditorPage({ now, photo }: ProfileEditorPageProps) {
  const me = useAccount();
  const isSignedIn = useViewer() !== null;
  const { data: profile, dataUpdatedAt, error, isFetching, refetch } = trpc.tutors.own.useQuery(undefined, { enabled: isSignedIn });

  const deleted = useRef<string | null>(null);
  const isDeleted = useCallback((id: string) => id === deleted.current, []);

  function onDeleted(id: string): void {
    deleted.current = id;
    forgetDraftsOf(me.id);
  }

  if (profile)
    return (
      <div className={classes.editor}>
        <ProfileEditor
          key={`${me.id} ${profile.id}`}
          profile={profile}
          isDeleted={isDeleted}
          readAt={dataUpdatedAt}
          userId={me.id}
          now={now}
          photo={photo}
          header={<Header profileId={profile.id} />}
        />
        <EditorSection id="days-off" title="Days off">
          <DaysOffSection zone={pageConfig().timezone} />
        </EditorSection>
        <EditorSection id="delete-profile" title="Delete profile">
          <DeleteProfileSection onDeleted={() => onDeleted(profile.id)} />
        </EditorSection>
      </div>
    );
  return (
    <div className={classes.editor}>
      <Header />
      {error ? (
        <ErrorState
          title="Error Loading Profile"
          message={errorMessage(error, 'Failed to fetch tutor profile')}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <Waiting />
      )}
    </div>
  );
}

function Header({ profileId }: { profileId?: string }) {
  return (
    <header className={classes.header}>
      <h1>My Profile</h1>
      {profileId && (
        <ButtonLink
          to="/tutors/$id"
          params={{ id: profileId }}
          target="_blank"
          variant="default"
          aria-describedby="preview-note"
          leftSection={<ExternalLink size={18} aria-hidden="true" />}
        >
          Preview
          <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
        </ButtonLink>
      )}
      <p id="preview-note">Preview shows your profile as it was last saved.</p>
    </header>
  );
}

/** What the sections hold, as far as it has a shape before it is known. */
const FIELDS = {
  personal: ['name', 'email', 'phone', 'gender', 'instagram', 'youtube', 'facebook', 'linkedin'],
  photo: ['photo'],
  bio: ['bio'],
  education: ['degree', 'institution', 'year'],
  experience: ['title', 'company', 'duration', 'description'],
  teaching: ['first', 'second'],
  locations: ['locations'],
  documents: ['documents'],
};
const TALL: Record<string, number | undefined> = { photo: 72, bio: 180, description: 92, first: 72, second: 72, locations: 68, documents: 72 };

function Waiting() {
  return (
    <Loading label="Loading your profile…">
      <div className={classes.editor}>
        <Skeleton height={110} />
        <div className={classes.sections}>
          {Object.entries(FIELDS).map(([section, fields]) => (
            <div key={section} className={sectionClasses.section}>
              <Skeleton height={28} width="11rem" mb="md" />
              <div className={fieldClasses.grid}>
                {fields.map((field) => (
                  <div key={field} className={TALL[field] ? fieldClasses.wide : undefined}>
                    <Skeleton height={18} width="8rem" mb={8} />
                    <Skeleton height={TALL[field] ?? 44} />
                  </div>
                ))}
              </div>
            </div>
          ))}
        </div>
      </div>
    </Loading>
  );
}
