import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { BookOpen, Plus, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { errorMessage } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { type Column, DataTable } from '#client/ui/data-table.tsx';
import { lazyDialog, preloadOnIntent } from '#client/ui/lazy-part.tsx';
import { ButtonLink } from '#client/ui/links.tsx';
import { Page, Toolbar } from '#client/ui/page.tsx';
import { Empty, Loading, QueryError, Skeletons } from '#client/ui/page-state.tsx';
import { Pager } from '#client/ui/pager.tsx';
import { SearchForm } from '#client/ui/search-field.tsx';
import type { SubjectView } from '#shared/contracts/catalogue.ts';
import { ADMIN_TABLES } from '#shared/vocabulary/limits.ts';
import { UNCATEGORIZED } from '#shared/vocabulary/search.ts';
import { formatCount } from './catalogue-text.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { EntryActions, EntryName, StatusBadge } from './entry-parts.tsx';
import { useDialogTarget, useToggleActive } from './use-catalogue.ts';

const SubjectDialog = lazyDialog(() => import('./subject-dialogs.tsx').then((module) => module.SubjectDialog));

export type SubjectsSearch = { q?: string; category?: string; page?: number; topics?: string };

export function SubjectsPage({ search, actions }: { search: SubjectsSearch; actions?: ReactNode }) {
  const navigate = useNavigate();
  const trpc = useTRPC();
  const { data, error, isFetching, refetch } = useQuery(trpc.catalogue.subjects.queryOptions({ active: 'all' }));
  const { data: categories = [] } = useQuery(trpc.catalogue.categories.queryOptions());
  const editing = useDialogTarget<SubjectView>();
  const deleting = useDialogTarget<SubjectView>();

  const updateSearch = (changes: SubjectsSearch) => void navigate({ to: '/admin/subjects', search: { ...search, page: undefined, ...changes } });
  const add = (
    <Button leftSection={<Plus size={18} aria-hidden="true" />} {...preloadOnIntent(SubjectDialog)} onClick={() => editing.open(null)}>
      Add Subject
    </Button>
  );
  const { subjects, total, page, totalPages } = findSubjects(data ?? [], search);

  return (
    <Page
      title="Manage Subjects"
      intro="The subjects that tutors teach and students search for."
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
        <QueryError title="Error Loading Subjects" message={errorMessage(error, 'Failed to fetch subjects')} query={{ isFetching, refetch }} />
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
              onSearch={(text) => updateSearch({ q: text || undefined })}
            />
            <NativeSelect
              w="min(100%, 16rem)"
              label="Category"
              value={search.category ?? ''}
              onChange={(event) => updateSearch({ category: event.currentTarget.value || undefined })}
              data={[
                { value: '', label: 'All categories' },
                ...categories.map(({ id, name }) => ({ value: id, label: name })),
                { value: UNCATEGORIZED, label: 'Without category' },
              ]}
            />
          </Toolbar>
          <Text c="dimmed" role="status">
            {formatCount(total, 'subject')}
          </Text>
          {total === 0 ? (
            <Empty
              title="No subjects found"
              text="No subjects match your search."
              icon={<SearchX size={26} />}
              action={
                <Button variant="default" onClick={() => updateSearch({ q: undefined, category: undefined })}>
                  Show all subjects
                </Button>
              }
            />
          ) : (
            <SubjectTable subjects={subjects} search={search} onEdit={editing.open} onDelete={deleting.open} />
          )}
          <Pager page={page} totalPages={totalPages} onPage={(page) => updateSearch({ page })} />
        </>
      )}
      <SubjectDialog key={editing.key} subject={editing.target} opened={editing.isOpen} onClose={editing.close} />
      <DeleteDialog kind="subject" entry={deleting.target} opened={deleting.isOpen} onClose={deleting.close} />
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
  const trpc = useTRPC();
  const { data: counts } = useQuery(trpc.catalogue.topicCounts.queryOptions());
  const { toggle, busyId } = useToggleActive('subject');
  const countTopics = (id: string): string => {
    if (!counts) return '–';
    return String(counts.find(({ subjectId }) => subjectId === id)?.active ?? 0);
  };
  const columns: Column<SubjectView>[] = [
    { name: 'Subject', cell: (subject) => <EntryName entry={subject} /> },
    { name: 'Category', cell: ({ category }) => category?.name ?? 'Without category' },
    { name: 'Topics', cell: ({ id }) => <span title="Active topics">{countTopics(id)}</span> },
    { name: 'Status', cell: ({ isActive }) => <StatusBadge isActive={isActive} /> },
    {
      name: 'Actions',
      isPlain: true,
      cell: (subject) => (
        <Group gap="xs" w={{ md: 'max-content' }}>
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
        </Group>
      ),
    },
  ];
  return <DataTable label="Subjects" columns={columns} rows={subjects} />;
}

export function SubjectsLoading() {
  return (
    <Loading label="Loading subjects…">
      <Skeletons count={8} height={64} />
    </Loading>
  );
}

function findSubjects(subjects: readonly SubjectView[], { q = '', category, page = 1 }: SubjectsSearch) {
  const text = q.toLowerCase();
  const found = subjects.filter(
    (subject) =>
      [subject.name, subject.nameSi, subject.nameTa, subject.description, ...(subject.aliases ?? [])].join('\n').toLowerCase().includes(text) &&
      (category === undefined || (subject.category?.id ?? UNCATEGORIZED) === category),
  );
  const totalPages = Math.max(1, Math.ceil(found.length / ADMIN_TABLES.pageSize));
  const shownPage = Math.min(Math.max(1, page), totalPages);
  const start = (shownPage - 1) * ADMIN_TABLES.pageSize;
  return { subjects: found.slice(start, start + ADMIN_TABLES.pageSize), total: found.length, page: shownPage, totalPages };
}
