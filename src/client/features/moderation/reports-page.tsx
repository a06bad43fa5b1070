import { Button, NativeSelect, Stack } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Flag } from 'lucide-react';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { useAtOpening } from '#client/lib/forms/use-at-opening.ts';
import { useConfirmation } from '#client/lib/forms/use-confirmation.ts';
import { usePageKeys } from '#client/lib/page-keys.ts';
import { errorMessage, errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { BY_CURSOR, useTRPC } from '#client/lib/rpc/trpc.ts';
import { type Selection, useSelection } from '#client/lib/selection.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { lazyDialog, preloadOnIntent } from '#client/ui/lazy-part.tsx';
import { ButtonLink } from '#client/ui/links.tsx';
import { MoreOfList } from '#client/ui/more-of-list.tsx';
import { Page, Toolbar } from '#client/ui/page.tsx';
import { Empty, Loading, QueryError, Skeletons } from '#client/ui/page-state.tsx';
import { SelectAll } from '#client/ui/row-checkbox.tsx';
import { SelectionBar } from '#client/ui/selection-bar.tsx';
import { toast } from '#client/ui/toasts.ts';
import { useOpener } from '#client/ui/use-opener.ts';
import type { ReportedCase } from '#shared/contracts/admin-reports.ts';
import { REPORT_KINDS, REPORT_STATES, type ReportKind, type ReportState } from '#shared/vocabulary/content.ts';
import { AccountStatusDialog } from './account-status-dialog.tsx';
import { KIND_LABELS, type ReportAction, ReportCard, STATES } from './report-card.tsx';

const FAILED = 'Failed to fetch reports';
const KIND_CHOICES: { value: string; label: string }[] = [
  { value: '', label: 'All kinds' },
  ...REPORT_KINDS.map((value) => ({ value, label: KIND_LABELS[value] })),
];
const STATE_CHOICES: { value: string; label: string }[] = [
  { value: '', label: 'All states' },
  ...REPORT_STATES.map((value) => ({ value, label: STATES[value].label })),
];
const NO_OPEN_REPORTS = { title: 'No open reports', text: 'New reports from students and tutors appear here.' };
const NO_MATCHES = { title: 'No reports found', text: 'No reports match these filters.' };
const NO_REPORTS = { title: 'No reports yet', text: 'Reports from students and tutors appear here.' };
const ChangeReportsDialog = lazyDialog(() => import('./change-reports-dialog.tsx').then((module) => module.ChangeReportsDialog));
const ChangeReportDialog = lazyDialog(() => import('./change-report-dialog.tsx').then((module) => module.ChangeReportDialog));

export type ReportsSearch = { kind?: ReportKind; state?: ReportState };
export type ReportsPageProps = { search: ReportsSearch; actions?: ReactNode; onSearch: (next: ReportsSearch) => void };

export function ReportsPage({ search, actions, onSearch }: ReportsPageProps) {
  const { kind, state } = search;
  const trpc = useTRPC();
  const pages = useInfiniteQuery(trpc.moderation.desk.infiniteQueryOptions({ kind, state }, BY_CURSOR));
  const { data, error, isFetching, refetch } = pages;
  const reports = data?.pages.flatMap((page) => page.reports);
  const [pressed, setPressed] = useState<ReportedCase | null>(null);
  const [action, setAction] = useState<ReportAction | null>(null);
  // Also where another admin has taken it out of the list meanwhile: a dialog does not go while somebody types in it.
  const report = reports?.find(({ id }) => id === pressed?.id) ?? pressed;
  const { setOpener } = useOpener(action !== null);
  const results = useRef<HTMLDivElement>(null);
  const selection = useSelection(
    (reports ?? []).map(({ id }) => id),
    { view: JSON.stringify(search) },
  );

  return (
    <Page title="Reports" intro="Problems with sessions, and reported messages, reviews and profiles." actions={actions}>
      <Toolbar>
        <NativeSelect
          label="Kind"
          value={kind ?? ''}
          data={KIND_CHOICES}
          onChange={({ currentTarget }) => onSearch({ ...search, kind: REPORT_KINDS.find((value) => value === currentTarget.value) })}
        />
        <NativeSelect
          label="State"
          value={state ?? ''}
          data={STATE_CHOICES}
          onChange={({ currentTarget }) => onSearch({ ...search, state: REPORT_STATES.find((value) => value === currentTarget.value) })}
        />
      </Toolbar>

      {!reports && !error && (
        <Loading label="Loading reports…">
          <Skeletons height={220} gap="0.875rem" maw="54rem" />
        </Loading>
      )}
      {!reports && error && <QueryError title="Error Loading Reports" message={errorMessage(error, FAILED)} query={{ isFetching, refetch }} />}
      {reports && (
        <div ref={results} tabIndex={-1} style={{ outline: 'none', maxWidth: '54rem' }}>
          {reports.length === 0 ? (
            <NoReports search={search} />
          ) : (
            <Stack gap="0.875rem">
              {reports.length > 1 && <SelectAll selection={selection} />}
              {reports.map((listed) => (
                <ReportCard
                  key={listed.id}
                  report={listed}
                  selection={reports.length > 1 ? selection : null}
                  onAction={(next) => {
                    setOpener();
                    setPressed(listed);
                    setAction(next);
                  }}
                />
              ))}
              <MoreOfList pages={pages} failure={errorMessageWithReason(error, FAILED)} />
            </Stack>
          )}
          <SelectedReports reports={reports} selection={selection} results={results} />
        </div>
      )}
      {report && <ReportDialogs key={report.id} report={report} action={action} onClose={() => setAction(null)} />}
    </Page>
  );
}

function NoReports({ search: { kind, state } }: Pick<ReportsPageProps, 'search'>) {
  const isFiltered = kind !== undefined || state !== undefined;
  const isOpenOnly = kind === undefined && state === 'open';
  return (
    <Empty
      icon={<Flag size={26} />}
      {...(isOpenOnly ? NO_OPEN_REPORTS : isFiltered ? NO_MATCHES : NO_REPORTS)}
      action={
        isFiltered && (
          <ButtonLink to="/admin/reports" search={{ state: 'all' }} variant="default">
            Show all reports
          </ButtonLink>
        )
      }
    />
  );
}

type SelectedReportsProps = { reports: readonly ReportedCase[]; selection: Selection; results: RefObject<HTMLElement | null> };

function SelectedReports({ reports, selection: { ids, clear, keep }, results }: SelectedReportsProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  usePageKeys({ Escape: clear }, ids.length > 0);
  const selected = reports.filter(({ id }) => ids.includes(id));
  async function finish(leftOut: readonly string[] | null): Promise<void> {
    if (leftOut) keep(leftOut);
    await queryClient.invalidateQueries(trpc.moderation.desk.pathFilter());
    if (leftOut && leftOut.length < ids.length) results.current?.focus({ preventScroll: true });
  }
  return (
    <>
      <SelectionBar count={ids.length} onClear={clear}>
        <Button variant="default" {...preloadOnIntent(ChangeReportsDialog)} onClick={() => setOpen(true)}>
          Change state…
        </Button>
      </SelectionBar>
      <ChangeReportsDialog reports={selected} opened={isOpen} onClose={() => setOpen(false)} onDone={(leftOut) => void finish(leftOut)} />
    </>
  );
}

type DialogsProps = { report: ReportedCase; action: ReportAction | null; onClose: () => void };

function ReportDialogs({ report, action, onClose }: DialogsProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const onDone = () => void queryClient.invalidateQueries(trpc.moderation.desk.pathFilter());
  const { person } = report;
  return (
    <>
      <ChangeReportDialog report={report} opened={action === 'state'} onClose={onClose} onDone={onDone} />
      {report.review && <HideReviewDialog report={report} opened={action === 'hide'} onClose={onClose} onDone={onDone} />}
      {person && (
        <AccountStatusDialog
          people={[{ userId: person.id, name: person.name, status: person.status }]}
          opened={action === 'person'}
          onClose={onClose}
          onDone={onDone}
        />
      )}
    </>
  );
}

const HIDE = {
  title: 'Hide this review?',
  message: 'It is removed from all lists and from the tutor’s rating. Its author can still see and edit it.',
  confirmLabel: 'Hide Review',
  type: 'error',
} as const;
const SHOW = {
  title: 'Show this review again?',
  message: 'Everyone can see it again, and it counts towards the tutor’s rating.',
  confirmLabel: 'Show Review',
  type: 'warning',
} as const;

type HideReviewDialogProps = { report: ReportedCase; opened: boolean; onClose: () => void; onDone: () => void };

function HideReviewDialog({ report, opened, onClose, onDone }: HideReviewDialogProps) {
  const trpc = useTRPC();
  const hide = useMutation(trpc.moderation.hideReview.mutationOptions());
  const { id: reportId, review } = useAtOpening(report, opened).value;
  const isHidden = review?.isHidden ?? false;
  const confirm = useConfirmation({
    mutation: hide,
    input: { reportId, isHidden: !isHidden },
    fallbackMessage: 'Failed to change the review. Please try again.',
    closesOn: [404],
    toast,
    onClose,
    onDone,
  });
  return (
    <ConfirmDialog opened={opened} {...(isHidden ? SHOW : HIDE)} isProcessing={hide.isPending} onConfirm={() => void confirm()} onClose={onClose} />
  );
}
