import { NativeSelect, Skeleton } from '@mantine/core';
import { Flag } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { errorMessage, errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { ButtonLink } from '#client/ui/links.tsx';
import { MoreOfList } from '#client/ui/more-of-list.tsx';
import { Page, Toolbar } from '#client/ui/page.tsx';
import { Empty, ErrorState, Loading } from '#client/ui/page-state.tsx';
import { useLazy } from '#client/ui/use-lazy.ts';
import type { ReportedCase } from '#shared/contracts/admin-reports.ts';
import { REPORT_KINDS, REPORT_STATES, type ReportKind, type ReportState } from '#shared/vocabulary/content.ts';
import { AccountStatusDialog } from './account-status-dialog.tsx';
import { HideReviewDialog } from './hide-review-dialog.tsx';
import { type ReportAction, ReportCard } from './report-card.tsx';
import classes from './reports-page.module.css';
import { KINDS, STATES } from './reports-words.ts';

const FAILED = 'Failed to fetch reports';
const loadChange = () => import('./change-report-dialog.tsx').then(({ ChangeReportDialog }) => ChangeReportDialog);

export type ReportsSearch = { kind?: ReportKind; state?: ReportState };
export type ReportsPageProps = { search: ReportsSearch; zone: string; actions?: ReactNode; onSearch: (next: ReportsSearch) => void };

/** What people have reported, the newest first, and what admins make of it. */
export function ReportsPage({ search, zone, actions, onSearch }: ReportsPageProps) {
  const { kind, state } = search;
  const pages = trpc.moderation.desk.useInfiniteQuery({ kind, state }, { getNextPageParam: ({ nextCursor }) => nextCursor });
  const { data, error, isFetching, refetch } = pages;
  const reports = data?.pages.flatMap((page) => page.reports);
  const [asked, setAsked] = useState<string | null>(null);
  const [action, setAction] = useState<ReportAction | null>(null);
  const report = reports?.find(({ id }) => id === asked);
  const isFiltered = kind !== undefined || state !== undefined;

  return (
    <Page title="Reports" intro="Problems on sessions, and messages, reviews and profiles that somebody has reported." actions={actions}>
      <Toolbar>
        <NativeSelect
          label="Kind"
          value={kind ?? ''}
          data={[{ value: '', label: 'All kinds' }, ...REPORT_KINDS.map((value) => ({ value: value as string, label: KINDS[value] }))]}
          onChange={({ currentTarget }) => onSearch({ ...search, kind: REPORT_KINDS.find((known) => known === currentTarget.value) })}
        />
        <NativeSelect
          label="State"
          value={state ?? ''}
          data={[{ value: '', label: 'All states' }, ...REPORT_STATES.map((value) => ({ value: value as string, label: STATES[value].label }))]}
          onChange={({ currentTarget }) => onSearch({ ...search, state: REPORT_STATES.find((known) => known === currentTarget.value) })}
        />
      </Toolbar>

      {!reports && !error && <ReportsLoading />}
      {!reports && error && (
        <ErrorState title="Error Loading Reports" message={errorMessage(error, FAILED)} isRetrying={isFetching} onRetry={() => void refetch()} />
      )}
      {reports?.length === 0 && <NoReports isFiltered={isFiltered} />}
      {reports && reports.length > 0 && (
        <div className={classes.list}>
          {reports.map((one) => (
            <ReportCard
              key={one.id}
              report={one}
              zone={zone}
              onAct={(wanted) => {
                setAsked(one.id);
                setAction(wanted);
              }}
            />
          ))}
          <MoreOfList pages={pages} failure={error ? errorMessageWithReason(error, FAILED) : FAILED} />
        </div>
      )}
      {report && <ReportDialogs key={report.id} report={report} action={action} onClose={() => setAction(null)} />}
    </Page>
  );
}

type DialogsProps = { report: ReportedCase; action: ReportAction | null; onClose: () => void };

function ReportDialogs({ report, action, onClose }: DialogsProps) {
  const utils = trpc.useUtils();
  const onDone = () => void utils.moderation.desk.invalidate();
  const ChangeReportDialog = useLazy(loadChange, { isNeeded: action === 'state', onError: onClose });
  const { person } = report;
  return (
    <>
      {ChangeReportDialog && <ChangeReportDialog report={report} opened={action === 'state'} onClose={onClose} onDone={onDone} />}
      {report.review && <HideReviewDialog report={report} opened={action === 'hide'} onClose={onClose} onDone={onDone} />}
      {person && (
        <AccountStatusDialog
          person={{ userId: person.id, name: person.name, status: person.status }}
          opened={action === 'person'}
          onClose={onClose}
          onDone={onDone}
        />
      )}
    </>
  );
}

function NoReports({ isFiltered }: { isFiltered: boolean }) {
  return (
    <Empty
      icon={<Flag size={26} />}
      title={isFiltered ? 'No reports found' : 'No reports yet'}
      text={isFiltered ? 'No report is of this kind and state.' : 'What students and tutors report appears here.'}
      action={
        isFiltered && (
          <ButtonLink to="/admin/reports" variant="default">
            Show all reports
          </ButtonLink>
        )
      }
    />
  );
}

function ReportsLoading() {
  return (
    <Loading label="Loading reports…">
      <div className={classes.list}>
        {[1, 2, 3].map((index) => (
          <Skeleton key={index} height={220} radius="lg" />
        ))}
      </div>
    </Loading>
  );
}
