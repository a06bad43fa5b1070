import { Box, Button, NativeSelect, Text } from '@mantine/core';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { SlidersHorizontal, UserSearch } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { errorMessage } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { useSavedViews } from '#client/lib/saved-views.ts';
import { useSelection } from '#client/lib/selection.ts';
import { lazyDialog } from '#client/ui/lazy-part.tsx';
import { Page, Toolbar } from '#client/ui/page.tsx';
import { Empty, Loading, QueryError, Skeletons } from '#client/ui/page-state.tsx';
import { Pager, useClampPage } from '#client/ui/pager.tsx';
import { SavedViews } from '#client/ui/saved-views.tsx';
import { SearchForm } from '#client/ui/search-field.tsx';
import { useToastPosition } from '#client/ui/toasts.ts';
import { useOpener } from '#client/ui/use-opener.ts';
import type { StudentRow } from '#shared/contracts/students.ts';
import { STUDENT_ORDERS, type StudentOrder } from '#shared/vocabulary/content.ts';
import { SELECTION } from '#shared/vocabulary/limits.ts';
import { AccountSelectionBar } from './account-selection-bar.tsx';
import { AccountStatusDialog } from './account-status-dialog.tsx';
import { DeleteStudentDialog } from './delete-student-dialog.tsx';
import { type StudentsSearch, toStudentsInput } from './students-search.ts';
import { getName, type StudentAction, StudentsTable } from './students-table.tsx';

const ORDER_LABELS: Record<StudentOrder, string> = { newest: 'Newest', oldest: 'Oldest', name: 'Name A-Z' };

const StudentDetails = lazyDialog(() => import('./student-details.tsx').then((module) => module.StudentDetails));

export type StudentsPageProps = {
  search: StudentsSearch;
  actions?: ReactNode;
  onSearch: (next: StudentsSearch, options?: { replace?: boolean }) => void;
};

export function StudentsPage({ search, actions, onSearch }: StudentsPageProps) {
  useToastPosition('bottom-right');
  const filtersId = useId();
  const [isFiltersOpen, setFiltersOpen] = useState(search.sort !== undefined);
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const table = useQuery(
    trpc.moderation.students.queryOptions(toStudentsInput(search), { placeholderData: keepPreviousData, refetchOnWindowFocus: 'always' }),
  );
  const { data, error, isFetching, isPlaceholderData, refetch } = table;
  const [student, setStudent] = useState<StudentRow | null>(null);
  const [action, setAction] = useState<StudentAction | null>(null);
  const { setOpener } = useOpener(action !== null);
  const change = (part: StudentsSearch) => onSearch({ ...search, page: undefined, ...part });

  const changeOrder = (name: string) => change({ sort: STUDENT_ORDERS.find((value) => value !== 'newest' && value === name) });

  const results = useRef<HTMLDivElement>(null);
  const selection = useSelection(
    (data?.students ?? []).map(({ id }) => id),
    { view: JSON.stringify(search), most: SELECTION.accounts },
  );

  const { page = 1 } = search;
  const saved = useSavedViews('students', { ...search, page: undefined });
  const views = <SavedViews {...saved} onOpen={onSearch} />;
  const goTo = (next: number, options?: { replace?: boolean }) => onSearch({ ...search, page: next > 1 ? next : undefined }, options);
  useClampPage(page, isPlaceholderData ? undefined : data?.totalPages, (last) => goTo(last, { replace: true }));

  return (
    <Page title="Manage Students" intro="All students, their bookings and their contact details." actions={actions}>
      <Toolbar>
        <SearchForm
          label="Search students"
          placeholder="Name or email"
          searched={search.q ?? ''}
          onSearch={(q) => change({ q: q === '' ? undefined : q })}
        />
        <Button
          variant="default"
          leftSection={<SlidersHorizontal size={18} aria-hidden="true" />}
          aria-expanded={isFiltersOpen}
          aria-controls={filtersId}
          onClick={() => setFiltersOpen(!isFiltersOpen)}
        >
          Filters
        </Button>
      </Toolbar>
      {!(data && data.students.length > 0) && views}
      <Box id={filtersId} maw="16rem" hidden={!isFiltersOpen}>
        <NativeSelect
          label="Sort By"
          value={search.sort ?? 'newest'}
          data={STUDENT_ORDERS.map((value) => ({ value, label: ORDER_LABELS[value] }))}
          onChange={({ currentTarget }) => changeOrder(currentTarget.value)}
        />
      </Box>

      {error && (
        <QueryError title="Error Loading Students" message={errorMessage(error, 'Failed to fetch students')} query={{ isFetching, refetch }} />
      )}
      {!data && !error && (
        <Loading label="Loading students…">
          <Skeletons count={6} height={64} gap="xs" />
        </Loading>
      )}
      {data && (
        <div ref={results} tabIndex={-1} style={{ outline: 'none' }}>
          <Text c="dimmed" mb="sm" role="status">
            {data.total === 1 ? '1 student' : `${data.total} students`}
          </Text>
          {data.students.length > 0 ? (
            <StudentsTable
              rows={data.students}
              tools={views}
              isStale={isPlaceholderData}
              sort={{ order: search.sort ?? 'newest', onSort: changeOrder }}
              selection={selection}
              onAction={(nextAction, row) => {
                setOpener();
                setStudent(row);
                setAction(nextAction);
              }}
            />
          ) : (
            <NoStudents isSearched={search.q !== undefined} onClear={() => change({ q: undefined })} />
          )}
          <Pager page={page} totalPages={data.totalPages} onPage={(next) => goTo(next)} />
          <AccountSelectionBar
            selection={selection}
            people={data.students.map(toPerson)}
            noun="students"
            refresh={() => queryClient.invalidateQueries(trpc.moderation.students.pathFilter())}
            results={results}
          />
        </div>
      )}
      {student && <StudentDialogs student={student} action={action} onClose={() => setAction(null)} />}
    </Page>
  );
}

type DialogsProps = { student: StudentRow; action: StudentAction | null; onClose: () => void };

function StudentDialogs({ student, action, onClose }: DialogsProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const onDone = () => void queryClient.invalidateQueries(trpc.moderation.students.pathFilter());
  return (
    <>
      <StudentDetails student={student} opened={action === 'details'} onClose={onClose} />
      <AccountStatusDialog people={[toPerson(student)]} opened={action === 'status'} onClose={onClose} onDone={onDone} />
      <DeleteStudentDialog student={student} opened={action === 'delete'} onClose={onClose} onDone={onDone} />
    </>
  );
}

const toPerson = (student: StudentRow) => ({ id: student.id, userId: student.id, name: getName(student), status: student.status });

function NoStudents({ isSearched, onClear }: { isSearched: boolean; onClear: () => void }) {
  return (
    <Empty
      icon={<UserSearch size={26} />}
      title={isSearched ? 'No students found' : 'No students yet'}
      text={isSearched ? 'No students match this name or email.' : 'Students appear here when they sign up.'}
      action={
        isSearched && (
          <Button variant="default" onClick={onClear}>
            Show all students
          </Button>
        )
      }
    />
  );
}
