import { Box, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, ListTree, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { errorMessage, toApiError } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { type Column, DataTable } from '#client/ui/data-table.tsx';
import { lazyDialog, preloadOnIntent } from '#client/ui/lazy-part.tsx';
import { ButtonLink } from '#client/ui/links.tsx';
import { Page } from '#client/ui/page.tsx';
import { Empty, ErrorState } from '#client/ui/page-state.tsx';
import type { TopicView } from '#shared/contracts/catalogue.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { EntryActions, EntryName, StatusBadge } from './entry-parts.tsx';
import { SubjectsLoading, type SubjectsSearch } from './subjects-page.tsx';
import { useDialogTarget, useToggleActive } from './use-catalogue.ts';

const TopicDialog = lazyDialog(() => import('./subject-dialogs.tsx').then((module) => module.TopicDialog));

export type TopicsPageProps = {
  subjectId: string;
  back: SubjectsSearch;
  actions?: ReactNode;
};

export function TopicsPage({ subjectId, back, actions }: TopicsPageProps) {
  const trpc = useTRPC();
  const subject = useQuery(trpc.catalogue.subjectById.queryOptions({ id: subjectId }));
  const topics = useQuery(trpc.catalogue.topicsOfSubject.queryOptions({ subjectId, activeOnly: false }));
  const editing = useDialogTarget<TopicView>();
  const deleting = useDialogTarget<TopicView>();
  const error = subject.error ?? topics.error;
  const isLoaded = subject.data !== undefined && topics.data !== undefined;

  const addButton = (label: string) => (
    <Button leftSection={<Plus size={18} aria-hidden="true" />} {...preloadOnIntent(TopicDialog)} onClick={() => editing.open(null)}>
      {label}
    </Button>
  );

  return (
    <>
      <Box mb="xs" ml="-0.75rem">
        <ButtonLink to="/admin/subjects" search={back} variant="subtle" leftSection={<ArrowLeft size={18} aria-hidden="true" />}>
          Back to Subjects
        </ButtonLink>
      </Box>
      <Page
        title="Manage Topics"
        intro={subject.data?.name}
        actions={
          isLoaded &&
          topics.data.length > 0 && (
            <>
              {addButton('Add Topic')}
              {actions}
            </>
          )
        }
      >
        {!isLoaded && !error && <SubjectsLoading />}
        {!isLoaded && error && (
          <ErrorState
            title={toApiError(error)?.code === 'subject.not_found' ? 'This subject does not exist' : 'Error Loading Topics'}
            message={errorMessage(error, 'Failed to fetch topics')}
            isRetrying={subject.isFetching || topics.isFetching}
            onRetry={() => void Promise.all([subject.refetch(), topics.refetch()])}
          />
        )}
        {isLoaded && topics.data.length === 0 && (
          <Empty
            title="No topics yet"
            text={`Tutors who teach ${subject.data.name} choose from its topics.`}
            icon={<ListTree size={26} />}
            action={addButton('Create First Topic')}
          />
        )}
        {isLoaded && topics.data.length > 0 && <TopicTable topics={topics.data} onEdit={editing.open} onDelete={deleting.open} />}
        {subject.data && (
          <TopicDialog key={editing.key} topic={editing.target} subject={subject.data} opened={editing.isOpen} onClose={editing.close} />
        )}
        <DeleteDialog kind="topic" entry={deleting.target} opened={deleting.isOpen} onClose={deleting.close} />
      </Page>
    </>
  );
}

type TopicTableProps = { topics: readonly TopicView[]; onEdit: (topic: TopicView) => void; onDelete: (topic: TopicView) => void };

function TopicTable({ topics, onEdit, onDelete }: TopicTableProps) {
  const { toggle, busyId } = useToggleActive('topic');
  const columns: Column<TopicView>[] = [
    { name: 'Topic', cell: (topic) => <EntryName entry={topic} /> },
    { name: 'Status', cell: ({ isActive }) => <StatusBadge isActive={isActive} /> },
    {
      name: 'Actions',
      isPlain: true,
      cell: (topic) => (
        <EntryActions
          entry={topic}
          isInRow
          isBusy={busyId === topic.id}
          onToggle={() => toggle(topic)}
          onEdit={() => onEdit(topic)}
          onDelete={() => onDelete(topic)}
        />
      ),
    },
  ];
  return <DataTable label="Topics" columns={columns} rows={topics} />;
}
