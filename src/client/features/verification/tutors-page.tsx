import { Button, NativeSelect, Text, VisuallyHidden } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ListChecks, UserSearch } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { AccountSelectionBar } from '#client/features/moderation/index.ts';
import { errorMessage } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { useSavedViews } from '#client/lib/saved-views.ts';
import { useSelection } from '#client/lib/selection.ts';
import { ButtonLink } from '#client/ui/links.tsx';
import { Page, Toolbar } from '#client/ui/page.tsx';
import { Empty, Loading, QueryError, Skeletons } from '#client/ui/page-state.tsx';
import { Pager, useClampPage } from '#client/ui/pager.tsx';
import { SavedViews } from '#client/ui/saved-views.tsx';
import { SearchForm } from '#client/ui/search-field.tsx';
import { useOpener } from '#client/ui/use-opener.ts';
import type { TutorTable } from '#shared/contracts/verification.ts';
import { TUTOR_FILTERS, type TutorFilter } from '#shared/vocabulary/content.ts';
import { SELECTION } from '#shared/vocabulary/limits.ts';
import { type TargetTutor, type TutorAction, useInvalidateTutors, useRemind } from './tutor-actions.ts';
import { TutorDialogs } from './tutor-dialogs.tsx';
import { TABLE_ORDERS, type TableOrder, type TutorsSearch, toTableInput } from './tutors-search.ts';
import { TutorsTable } from './tutors-table.tsx';

const FILTERS = {
  all: 'All tutors',
  verified: 'Verified',
  unverified: 'Unverified',
  pending: 'Waiting for review',
  changed: 'Changed since verification',
} as const satisfies Record<TutorFilter, string>;

const ORDERS = { newest: 'Newest', oldest: 'Oldest', name: 'Name (A-Z)' } as const satisfies Record<TableOrder, string>;

const FAILED = 'Failed to fetch tutors';

export type TutorsPageProps = {
  search: TutorsSearch;
  actions?: ReactNode;
  onSearch: (next: TutorsSearch, options?: { replace?: boolean }) => void;
};

export function TutorsPage({ search, actions, onSearch }: TutorsPageProps) {
  const trpc = useTRPC();
  const table = useQuery(
    trpc.verification.tutors.queryOptions(toTableInput(search), { placeholderData: keepPreviousData, refetchOnWindowFocus: 'always' }),
  );
  const [tutor, setTutor] = useState<TargetTutor | null>(null);
  const [isReviewing, setReviewing] = useState(false);
  const [action, setAction] = useState<TutorAction | null>(null);
  // What was decided may take the row out of the list.
  const { setOpener } = useOpener(isReviewing || action !== null);
  const remind = useRemind();
  const saved = useSavedViews('tutors', { ...search, page: undefined });

  const change = (part: TutorsSearch) => onSearch({ ...search, page: undefined, ...part });
  const changeOrder = (name: string) => change({ sort: TABLE_ORDERS.find((order) => order !== 'newest' && order === name) });
  function act(next: TutorAction, target: TargetTutor): void {
    if (next === 'remind') return void remind(target.id);
    if (!isReviewing) setOpener();
    setTutor(target);
    setAction(next);
  }

  const { data, isPlaceholderData } = table;
  const results = useRef<HTMLDivElement>(null);
  const invalidate = useInvalidateTutors();
  const selection = useSelection(
    (data?.tutors ?? []).map(({ id }) => id),
    { view: JSON.stringify(search), most: SELECTION.accounts },
  );
  const { page = 1 } = search;
  const views = <SavedViews {...saved} onOpen={onSearch} />;
  const goTo = (next: number, options?: { replace?: boolean }) => onSearch({ ...search, page: next > 1 ? next : undefined }, options);
  useClampPage(page, isPlaceholderData ? undefined : data?.totalPages, (last) => goTo(last, { replace: true }));

  return (
    <Page
      title="Manage Tutors"
      intro="Check what tutors say of themselves, and who carries the Verified badge."
      actions={
        <>
          {data && <QueueLink counts={data.counts} filter={search.filter} />}
          {actions}
        </>
      }
    >
      <Toolbar>
        <SearchForm
          label="Search tutors"
          placeholder="Name or email"
          searched={search.q ?? ''}
          onSearch={(q) => change({ q: q === '' ? undefined : q })}
        />
        <NativeSelect
          flex={{ base: '1 1 12rem', sm: '0 1 auto' }}
          label="Show"
          value={search.filter ?? 'all'}
          data={TUTOR_FILTERS.map((value) => ({ value, label: data ? `${FILTERS[value]} (${data.counts[value]})` : FILTERS[value] }))}
          onChange={({ currentTarget }) => change({ filter: TUTOR_FILTERS.find((filter) => filter !== 'all' && filter === currentTarget.value) })}
        />
        <NativeSelect
          flex={{ base: '1 1 12rem', sm: '0 1 auto' }}
          label="Sort by"
          value={search.sort ?? 'newest'}
          data={TABLE_ORDERS.map((value) => ({ value, label: ORDERS[value] }))}
          onChange={({ currentTarget }) => changeOrder(currentTarget.value)}
        />
      </Toolbar>
      {!(data && data.tutors.length > 0) && views}

      {table.error && <QueryError title="Error Loading Tutors" message={errorMessage(table.error, FAILED)} query={table} />}
      {!data && !table.error && <TutorsLoading />}
      {data && (
        <div ref={results} tabIndex={-1} style={{ outline: 'none' }}>
          <Results table={data} search={search} onClear={() => onSearch({ sort: search.sort })} />
          {data.tutors.length > 0 && (
            <TutorsTable
              rows={data.tutors}
              tools={views}
              isStale={isPlaceholderData}
              sort={{ order: search.sort ?? 'newest', onSort: changeOrder }}
              selection={selection}
              onReview={(row) => {
                setOpener();
                setTutor(row);
                setReviewing(true);
              }}
              onAct={act}
            />
          )}
          <Pager page={page} totalPages={data.totalPages} onPage={(next) => goTo(next)} />
          <AccountSelectionBar
            selection={selection}
            people={data.tutors.map(({ id, user, status }) => ({ id, userId: user.id, name: user.name, status }))}
            noun="tutors"
            refresh={invalidate}
            results={results}
          />
        </div>
      )}

      {tutor && (
        <TutorDialogs
          tutor={tutor}
          isReviewing={isReviewing}
          action={action}
          onAct={act}
          onClose={() => setAction(null)}
          onCloseReview={() => setReviewing(false)}
        />
      )}
    </Page>
  );
}

type QueueLinkProps = { counts: TutorTable['counts']; filter: TutorFilter | undefined };

function QueueLink({ counts: { pending, changed }, filter }: QueueLinkProps) {
  const show = filter === 'changed' && changed > 0 ? 'changed' : undefined;
  const count = show ? changed : pending;
  if (count === 0) return null;
  return (
    <ButtonLink to="/admin/verification" search={{ show }} leftSection={<ListChecks size={18} aria-hidden="true" />}>
      {show ? `Review the changes (${count})` : `Review one by one (${count})`}
    </ButtonLink>
  );
}

type ResultsProps = { table: TutorTable; search: TutorsSearch; onClear: () => void };

function Results({ table: { tutors, total }, search: { q, filter }, onClear }: ResultsProps) {
  const isFiltered = q !== undefined || filter !== undefined;
  return (
    <>
      {/* One element, because screen readers announce only changes of an existing region. */}
      <Text c="dimmed" mb="sm" role="status" className={tutors.length > 0 ? undefined : VisuallyHidden.classes.root}>
        {total === 1 ? '1 tutor' : `${total} tutors`}
      </Text>
      {tutors.length === 0 && (
        <Empty
          icon={<UserSearch size={26} />}
          title={isFiltered ? 'No tutors found' : 'No tutors yet'}
          text={isFiltered ? 'Nobody fits the search and the filter.' : 'Tutors appear here when they sign up.'}
          action={
            isFiltered && (
              <Button variant="default" onClick={onClear}>
                Show all tutors
              </Button>
            )
          }
        />
      )}
    </>
  );
}

function TutorsLoading() {
  return (
    <Loading label="Loading tutors…">
      <Skeletons count={6} height={64} gap="xs" />
    </Loading>
  );
}
