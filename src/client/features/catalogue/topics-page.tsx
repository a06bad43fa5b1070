import { Button } from '@mantine/core';
import { ArrowLeft, ListTree, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { errorMessage, toApiError } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { type Column, DataTable } from '#client/ui/data-table.tsx';
import { ButtonLink } from '#client/ui/links.tsx';
import { Page } from '#client/ui/page.tsx';
import { Empty, ErrorState } from '#client/ui/page-state.tsx';
import { useLazy } from '#client/ui/use-lazy.ts';
import type { TopicView } from '#shared/contracts/catalogue.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { DescribedName } from './described-name.tsx';
import { EntryActions } from './entry-actions.tsx';
import { StatusBadge } from './status-badge.tsx';
import { SubjectsLoading } from './subjects-page.tsx';
import type { SubjectsSearch } from './subjects-shown.ts';
import classes from './topics-page.module.css';
import { useAsked } from './use-asked.ts';
import { useStatus } from './use-status.ts';

const loadDialog = () => import('./topic-dialog.tsx').then((module) => module.TopicDialog);

export type TopicsPageProps = {
  subjectId: string;
  /** Where in the table of subjects one has come from. */
  back: SubjectsSearch;
  /** What is offered beside adding one. */
  actions?: ReactNode;
};

/** Manage Topics of one subject. */
export function TopicsPage({ subjectId, back, actions }: TopicsPageProps) {
  const subject = trpc.catalogue.subjectById.useQuery({ id: subjectId });
  const topics = trpc.catalogue.topicsOfSubject.useQuery({ subjectId, activeOnly: false });
  const edited = useAsked<TopicView | null>(null);
  const deleted = useAsked<TopicView | null>(null);
  const TopicDialog = useLazy(loadDialog, { isNeeded: edited.isOpen, onError: edited.close });
  const problem = subject.error ?? topics.error;
  const isThere = subject.data !== undefined && topics.data !== undefined;

  const backToSubjects = (
    <ButtonLink to="/admin/subjects" search={back} variant="subtle" leftSection={<ArrowLeft size={18} aria-hidden="true" />}>
      Back to Subjects
    </ButtonLink>
  );
  const adding = (label: string) => (
    <Button leftSection={<Plus size={18} aria-hidden="true" />} onClick={() => edited.ask(null)}>
      {label}
    </Button>
  );

  return (
    <>
      <div className={classes.back}>{backToSubjects}</div>
      <Page
        title="Manage Topics"
        intro={subject.data?.name}
        actions={
          isThere &&
          topics.data.length > 0 && (
            <>
              {adding('Add Topic')}
              {actions}
            </>
          )
        }
      >
        {!isThere && !problem && <SubjectsLoading />}
        {!isThere && problem && (
          <ErrorState
            title={toApiError(problem)?.code === 'subject.not_found' ? 'No such subject' : 'Error Loading Topics'}
            message={errorMessage(problem, 'Failed to fetch topics')}
            isRetrying={subject.isFetching || topics.isFetching}
            onRetry={() => void Promise.all([subject.refetch(), topics.refetch()])}
          />
        )}
        {isThere && topics.data.length === 0 && (
          <Empty
            title="No topics yet"
            text={`Tutors who teach ${subject.data.name} choose from its topics.`}
            icon={<ListTree size={26} />}
            action={adding('Create First Topic')}
          />
        )}
        {isThere && topics.data.length > 0 && <TopicTable topics={topics.data} onEdit={edited.ask} onDelete={deleted.ask} />}
        {TopicDialog && subject.data && edited.key > 0 && (
          <TopicDialog key={edited.key} topic={edited.about} subject={subject.data} opened={edited.isOpen} onClose={edited.close} />
        )}
        <DeleteDialog of="topic" entry={deleted.about} opened={deleted.isOpen} onClose={deleted.close} />
      </Page>
    </>
  );
}

type TopicTableProps = { topics: readonly TopicView[]; onEdit: (topic: TopicView) => void; onDelete: (topic: TopicView) => void };

function TopicTable({ topics, onEdit, onDelete }: TopicTableProps) {
  const { toggle, busyId } = useStatus('topic');
  const columns: Column<TopicView>[] = [
    { name: 'Topic', cell: (topic) => <DescribedName {...topic} /> },
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
