import { Button, NativeSelect, Skeleton } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { SlidersHorizontal, UserSearch } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { errorMessage } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { Page, Toolbar } from '#client/ui/page.tsx';
import { Empty, ErrorState, Loading } from '#client/ui/page-state.tsx';
import { Pager, useClampPage } from '#client/ui/pager.tsx';
import { SearchForm } from '#client/ui/search-field.tsx';
import { useToastPosition } from '#client/ui/toasts.ts';
import { useLazy } from '#client/ui/use-lazy.ts';
import type { StudentRow } from '#shared/contracts/students.ts';
import { STUDENT_ORDERS } from '#shared/vocabulary/content.ts';
import { AccountStatusDialog } from './account-status-dialog.tsx';
import { DeleteStudentDialog } from './delete-student-dialog.tsx';
import { nameOf, ORDERS } from './student-words.ts';
import classes from './students-page.module.css';
import { type StudentsSearch, studentsInputOf } from './students-search.ts';
import { type StudentAction, StudentsTable } from './students-table.tsx';

const loadDetails = () => import('./student-details.tsx').then(({ StudentDetails }) => StudentDetails);

export type StudentsPageProps = {
  search: StudentsSearch;
  zone: string;
  /** What else the page offers: taking the table away. */
  actions?: ReactNode;
  onSearch: (next: StudentsSearch, how?: { replace?: boolean }) => void;
};

/** Admins find students here, reach them, and suspend or delete them. */
export function StudentsPage({ search, zone, actions, onSearch }: StudentsPageProps) {
  useToastPosition('bottom-right');
  const filters = useId();
  const [hasFilters, setFilters] = useState(search.sort !== undefined);
  const table = trpc.moderation.students.useQuery(studentsInputOf(search), { placeholderData: keepPreviousData, refetchOnWindowFocus: 'always' });
  const { data, error, isFetching, isPlaceholderData, refetch } = table;
  const [student, setStudent] = useState<StudentRow | null>(null);
  const [action, setAction] = useState<StudentAction | null>(null);
  const change = (part: StudentsSearch) => onSearch({ ...search, page: undefined, ...part });

  const { page = 1 } = search;
  const goTo = (next: number, how?: { replace?: boolean }) => onSearch({ ...search, page: next > 1 ? next : undefined }, how);
  useClampPage(page, isPlaceholderData ? undefined : data?.totalPages, (last) => goTo(last, { replace: true }));

  return (
    <Page title="Manage Students" intro="Who learns here, what they have booked, and how to reach them." actions={actions}>
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
          aria-expanded={hasFilters}
          aria-controls={filters}
          onClick={() => setFilters(!hasFilters)}
        >
          Filters
        </Button>
      </Toolbar>
      <div id={filters} className={classes.filters} hidden={!hasFilters}>
        <NativeSelect
          label="Sort By"
          value={search.sort ?? 'newest'}
          data={STUDENT_ORDERS.map((value) => ({ value, label: ORDERS[value] }))}
          onChange={({ currentTarget }) => change({ sort: STUDENT_ORDERS.find((known) => known !== 'newest' && known === currentTarget.value) })}
        />
      </div>

      {error && (
        <ErrorState
          title="Error Loading Students"
          message={errorMessage(error, 'Failed to fetch students')}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <StudentsLoading />}
      {data && (
        <div>
          <p className={classes.found} role="status">
            {data.total === 1 ? '1 student' : `${data.total} students`}
          </p>
          {data.students.length > 0 ? (
            <StudentsTable
              rows={data.students}
              zone={zone}
              isStale={isPlaceholderData}
              onAct={(wanted, whom) => {
                setStudent(whom);
                setAction(wanted);
              }}
            />
          ) : (
            <Nobody isSearched={search.q !== undefined} onClear={() => change({ q: undefined })} />
          )}
          <Pager page={page} totalPages={data.totalPages} onPage={(next) => goTo(next)} />
        </div>
      )}
      {student && <StudentDialogs student={student} zone={zone} action={action} onClose={() => setAction(null)} />}
    </Page>
  );
}

type DialogsProps = { student: StudentRow; zone: string; action: StudentAction | null; onClose: () => void };

function StudentDialogs({ student, zone, action, onClose }: DialogsProps) {
  const utils = trpc.useUtils();
  const onDone = () => void utils.moderation.students.invalidate();
  const StudentDetails = useLazy(loadDetails, { isNeeded: action === 'details', onError: onClose });
  const person = { userId: student.id, name: nameOf(student), status: student.status };
  return (
    <>
      {StudentDetails && <StudentDetails student={student} zone={zone} opened={action === 'details'} onClose={onClose} />}
      <AccountStatusDialog person={person} opened={action === 'status'} onClose={onClose} onDone={onDone} />
      <DeleteStudentDialog student={student} opened={action === 'delete'} onClose={onClose} onDone={onDone} />
    </>
  );
}

function Nobody({ isSearched, onClear }: { isSearched: boolean; onClear: () => void }) {
  return (
    <Empty
      icon={<UserSearch size={26} />}
      title={isSearched ? 'No students found' : 'No students yet'}
      text={isSearched ? 'Nobody has such a name or email.' : 'Whoever signs up as a student appears here.'}
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

function StudentsLoading() {
  return (
    <Loading label="Loading students…">
      <div className={classes.skeletons}>
        {[1, 2, 3, 4, 5, 6].map((index) => (
          <Skeleton key={index} height={64} radius="md" />
        ))}
      </div>
    </Loading>
  );
}
