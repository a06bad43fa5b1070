import { Button, NativeSelect, Skeleton } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { BookOpen, Plus, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { errorMessage } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { type Column, DataTable } from '#client/ui/data-table.tsx';
import { ButtonLink } from '#client/ui/links.tsx';
import { Page, Toolbar } from '#client/ui/page.tsx';
import { Empty, ErrorState, Loading } from '#client/ui/page-state.tsx';
import { Pager } from '#client/ui/pager.tsx';
import { SearchForm } from '#client/ui/search-field.tsx';
import { useLazy } from '#client/ui/use-lazy.ts';
import type { SubjectView } from '#shared/contracts/catalogue.ts';
import { UNCATEGORIZED } from '#shared/vocabulary/content.ts';
import { counted } from './catalogue-words.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { DescribedName } from './described-name.tsx';
import { EntryActions } from './entry-actions.tsx';
import { StatusBadge } from './status-badge.tsx';
import classes from './subjects-page.module.css';
import { type SubjectsSearch, subjectsShown } from './subjects-shown.ts';
import { useAsked } from './use-asked.ts';
import { useStatus } from './use-status.ts';

const loadDialog = () => import('./subject-dialog.tsx').then((module) => module.SubjectDialog);

/** Manage Subjects; `actions` are offered beside adding one. */
export function SubjectsPage({ search, actions }: { search: SubjectsSearch; actions?: ReactNode }) {
  const navigate = useNavigate();
  const { data, error, isFetching, refetch } = trpc.catalogue.subjects.useQuery({ active: 'all' });
  const { data: categories = [] } = trpc.catalogue.categories.useQuery();
  const edited = useAsked<SubjectView | null>(null);
  const deleted = useAsked<SubjectView | null>(null);
  const SubjectDialog = useLazy(loadDialog, { isNeeded: edited.isOpen, onError: edited.close });

  const look = (changes: SubjectsSearch) => void navigate({ to: '/admin/subjects', search: { ...search, page: undefined, ...changes } });
  const add = (
    <Button leftSection={<Plus size={18} aria-hidden="true" />} onClick={() => edited.ask(null)}>
      Add Subject
    </Button>
  );
  const { subjects, total, page, totalPages } = subjectsShown(data ?? [], search);

  return (
    <Page
      title="Manage Subjects"
      intro="What tutors teach, and students look for."
      actions={
        data &&
        data.length > 0 && (
          <>
            {add}
            {actions}
          </>
        )
      }
    >
      {!data && !error && <SubjectsLoading />}
      {!data && error && (
        <ErrorState
          title="Error Loading Subjects"
          message={errorMessage(error, 'Failed to fetch subjects')}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data?.length === 0 && (
        <Empty title="No subjects yet" text="Tutors choose from the subjects that you add." icon={<BookOpen size={26} />} action={add} />
      )}
      {data && data.length > 0 && (
        <>
          <Toolbar>
            <SearchForm
              label="Search subjects"
              placeholder="Name or description"
              searched={search.q ?? ''}
              onSearch={(text) => look({ q: text || undefined })}
            />
            <NativeSelect
              className={classes.filter}
              label="Category"
              value={search.category ?? ''}
              onChange={(event) => look({ category: event.currentTarget.value || undefined })}
              data={[
                { value: '', label: 'All categories' },
                ...categories.map(({ id, name }) => ({ value: id, label: name })),
                { value: UNCATEGORIZED, label: 'Without category' },
              ]}
            />
          </Toolbar>
          <p className={classes.found} role="status">
            {counted(total, 'subject')}
          </p>
          {total === 0 ? (
            <Empty
              title="No subjects found"
              text="Nothing fits what you search for."
              icon={<SearchX size={26} />}
              action={
                <Button variant="default" onClick={() => look({ q: undefined, category: undefined })}>
                  Show all subjects
                </Button>
              }
            />
          ) : (
            <SubjectTable subjects={subjects} search={search} onEdit={edited.ask} onDelete={deleted.ask} />
          )}
          <Pager page={page} totalPages={totalPages} onPage={(page) => look({ page })} />
        </>
      )}
      {SubjectDialog && edited.key > 0 && <SubjectDialog key={edited.key} subject={edited.about} opened={edited.isOpen} onClose={edited.close} />}
      <DeleteDialog of="subject" entry={deleted.about} opened={deleted.isOpen} onClose={deleted.close} />
    </Page>
  );
}

type SubjectTableProps = {
  subjects: readonly SubjectView[];
  search: SubjectsSearch;
  onEdit: (subject: SubjectView) => void;
  onDelete: (subject: SubjectView) => void;
};

function SubjectTable({ subjects, search, onEdit, onDelete }: SubjectTableProps) {
  const { data: counts } = trpc.catalogue.topicCounts.useQuery();
  const { toggle, busyId } = useStatus('subject');
  const topicsOf = (id: string): string => {
    if (!counts) return '–';
    return String(counts.find(({ subjectId }) => subjectId === id)?.active ?? 0);
  };
  const columns: Column<SubjectView>[] = [
    { name: 'Subject', cell: (subject) => <DescribedName {...subject} /> },
    { name: 'Category', cell: ({ category }) => category?.name ?? 'Without category' },
    { name: 'Topics', cell: ({ id }) => <span title="Active topics">{topicsOf(id)}</span> },
    { name: 'Status', cell: ({ isActive }) => <StatusBadge isActive={isActive} /> },
    {
      name: 'Actions',
      isPlain: true,
      cell: (subject) => (
        <div className={classes.actions}>
          <ButtonLink
            to="/admin/subjects"
            search={{ ...search, topics: subject.id }}
            size="sm"
            variant="light"
            aria-label={`Manage Topics of ${subject.name}`}
          >
            Manage Topics
          </ButtonLink>
          <EntryActions
            entry={subject}
            isInRow
            isBusy={busyId === subject.id}
            onToggle={() => toggle(subject)}
            onEdit={() => onEdit(subject)}
            onDelete={() => onDelete(subject)}
          />
        </div>
      ),
    },
  ];
  return <DataTable label="Subjects" columns={columns} rows={subjects} />;
}

export function SubjectsLoading() {
  return (
    <Loading label="Loading subjects…">
      <div className={classes.waiting}>
        {[1, 2, 3, 4, 5, 6, 7, 8].map((index) => (
          <Skeleton key={index} height={64} />
        ))}
      </div>
    </Loading>
  );
}
