import { NativeSelect, Skeleton } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { UserSearch } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { errorMessage } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { Page, Toolbar } from '#client/ui/page.tsx';
import { Empty, ErrorState, Loading } from '#client/ui/page-state.tsx';
import { Pager, useClampPage } from '#client/ui/pager.tsx';
import { SearchForm } from '#client/ui/search-field.tsx';
import type { TutorTable } from '#shared/contracts/verification.ts';
import { TUTOR_FILTERS } from '#shared/vocabulary/content.ts';
import type { ActedTutor, StatusDialog, TutorAction } from './tutor-actions.ts';
import { TutorDialogs } from './tutor-dialogs.tsx';
import classes from './tutors-page.module.css';
import { TABLE_ORDERS, type TutorsSearch, tableInputOf } from './tutors-search.ts';
import { TutorsTable } from './tutors-table.tsx';
import { useRemind } from './use-remind.ts';
import { FILTERS, ORDERS } from './verification-words.ts';

const FAILED = 'Failed to fetch tutors';

export type TutorsPageProps = {
  search: TutorsSearch;
  zone: string;
  /** What the page offers first. */
  actions?: ReactNode;
  onSearch: (next: TutorsSearch, how?: { replace?: boolean }) => void;
  StatusDialog?: StatusDialog;
};

/** Admins find tutors here, look at what they say of themselves, and decide. */
export function TutorsPage({ search, zone, actions, onSearch, StatusDialog }: TutorsPageProps) {
  const table = trpc.verification.tutors.useQuery(tableInputOf(search), { placeholderData: keepPreviousData, refetchOnWindowFocus: 'always' });
  const [tutor, setTutor] = useState<ActedTutor | null>(null);
  const [isReviewing, setReviewing] = useState(false);
  const [action, setAction] = useState<TutorAction | null>(null);
  const remind = useRemind();

  const change = (part: TutorsSearch) => onSearch({ ...search, page: undefined, ...part });
  const act = (wanted: TutorAction, whom: ActedTutor) => {
    if (wanted === 'remind') return void remind(whom.id);
    setTutor(whom);
    setAction(wanted);
  };

  const { data, isPlaceholderData } = table;
  const { page = 1 } = search;
  const goTo = (next: number, how?: { replace?: boolean }) => onSearch({ ...search, page: next > 1 ? next : undefined }, how);
  useClampPage(page, isPlaceholderData ? undefined : data?.totalPages, (last) => goTo(last, { replace: true }));

  return (
    <Page title="Manage Tutors" intro="Check what tutors say of themselves, and who carries the Verified badge." actions={actions}>
      <Toolbar>
        <SearchForm
          label="Search tutors"
          placeholder="Name or email"
          searched={search.q ?? ''}
          onSearch={(q) => change({ q: q === '' ? undefined : q })}
        />
        <NativeSelect
          className={classes.choice}
          label="Show"
          value={search.filter ?? 'all'}
          data={TUTOR_FILTERS.map((value) => ({ value, label: data ? `${FILTERS[value]} (${data.counts[value]})` : FILTERS[value] }))}
          onChange={({ currentTarget }) => change({ filter: TUTOR_FILTERS.find((known) => known !== 'all' && known === currentTarget.value) })}
        />
        <NativeSelect
          className={classes.choice}
          label="Sort by"
          value={search.sort ?? 'newest'}
          data={TABLE_ORDERS.map((value) => ({ value, label: ORDERS[value] }))}
          onChange={({ currentTarget }) => change({ sort: TABLE_ORDERS.find((known) => known !== 'newest' && known === currentTarget.value) })}
        />
      </Toolbar>

      {table.error && (
        <ErrorState
          title="Error Loading Tutors"
          message={errorMessage(table.error, FAILED)}
          isRetrying={table.isFetching}
          onRetry={() => void table.refetch()}
        />
      )}
      {!data && !table.error && <TutorsLoading />}
      {data && (
        <div>
          <Found table={data} search={search} onClear={() => onSearch({ sort: search.sort })} />
          {data.tutors.length > 0 && (
            <TutorsTable
              rows={data.tutors}
              zone={zone}
              isStale={isPlaceholderData}
              canSuspend={StatusDialog !== undefined}
              onReview={(row) => {
                setTutor(row);
                setReviewing(true);
              }}
              onAct={act}
            />
          )}
          <Pager page={page} totalPages={data.totalPages} onPage={(next) => goTo(next)} />
        </div>
      )}

      {tutor && (
        <TutorDialogs
          tutor={tutor}
          zone={zone}
          isReviewing={isReviewing}
          action={action}
          StatusDialog={StatusDialog}
          onAct={act}
          onClose={() => setAction(null)}
          onCloseReview={() => setReviewing(false)}
        />
      )}
    </Page>
  );
}

type FoundProps = { table: TutorTable; search: TutorsSearch; onClear: () => void };

function Found({ table: { tutors, total }, search: { q, filter }, onClear }: FoundProps) {
  const isNarrowed = q !== undefined || filter !== undefined;
  return (
    <>
      <p className={tutors.length > 0 ? classes.found : classes.unseen} role="status">
        {total === 1 ? '1 tutor' : `${total} tutors`}
      </p>
      {tutors.length === 0 && (
        <Empty
          icon={<UserSearch size={26} />}
          title={isNarrowed ? 'No tutors found' : 'No tutors yet'}
          text={isNarrowed ? 'Nobody fits the search and the filter.' : 'Whoever signs up as a tutor appears here.'}
          action={
            isNarrowed && (
              <button type="button" className={classes.clear} onClick={onClear}>
                Show all tutors
              </button>
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
      <div className={classes.skeletons}>
        {[1, 2, 3, 4, 5, 6].map((index) => (
          <Skeleton key={index} height={64} radius="md" />
        ))}
      </div>
    </Loading>
  );
}
