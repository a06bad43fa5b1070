import { NativeSelect, Stack } from '@mantine/core';
import { Flag } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useConfirmation } from '#client/lib/forms/use-confirmation.ts';
import { errorMessage, errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { lazyDialog } from '#client/ui/lazy-part.tsx';
import { ButtonLink } from '#client/ui/links.tsx';
import { MoreOfList } from '#client/ui/more-of-list.tsx';
import { Page, Toolbar } from '#client/ui/page.tsx';
import { Empty, Loading, QueryError, Skeletons } from '#client/ui/page-state.tsx';
import { toast } from '#client/ui/toasts.ts';
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
const ChangeReportDialog = lazyDialog(() => import('./change-report-dialog.tsx').then((module) => module.ChangeReportDialog));

export type ReportsSearch = { kind?: ReportKind; state?: ReportState };
export type ReportsPageProps = { search: ReportsSearch; actions?: ReactNode; onSearch: (next: ReportsSearch) => void };

export function ReportsPage({ search, actions, onSearch }: ReportsPageProps) {
  const { kind, state } = search;
  const pages = trpc.moderation.desk.useInfiniteQuery({ kind, state }, { getNextPageParam: ({ nextCursor }) => nextCursor });
  const { data, error, isFetching, refetch } = pages;
  const reports = data?.pages.flatMap((page) => page.reports);
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const [action, setAction] = useState<ReportAction | null>(null);
  const report = reports?.find(({ id }) => id === selectedId);
  const isFiltered = kind !== undefined || state !== undefined;

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
      {reports?.length === 0 && (
        <Empty
          icon={<Flag size={26} />}
          title={isFiltered ? 'No reports found' : 'No reports yet'}
          text={isFiltered ? 'No reports match these filters.' : 'Reports from students and tutors appear here.'}
          action={
            isFiltered && (
              <ButtonLink to="/admin/reports" variant="default">
                Show all reports
              </ButtonLink>
            )
          }
        />
      )}
      {reports && reports.length > 0 && (
        <Stack gap="0.875rem" maw="54rem">
          {reports.map((listed) => (
            <ReportCard
              key={listed.id}
              report={listed}
              onAction={(next) => {
                setSelectedId(listed.id);
                setAction(next);
              }}
            />
          ))}
          <MoreOfList pages={pages} failure={errorMessageWithReason(error, FAILED)} />
        </Stack>
      )}
      {report && <ReportDialogs key={report.id} report={report} action={action} onClose={() => setAction(null)} />}
    </Page>
  );
}

type DialogsProps = { report: ReportedCase; action: ReportAction | null; onClose: () => void };

function ReportDialogs({ report, action, onClose }: DialogsProps) {
  const utils = trpc.useUtils();
  const onDone = () => void utils.moderation.desk.invalidate();
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
  const hide = trpc.moderation.hideReview.useMutation();
  const isHidden = report.review?.isHidden ?? false;
  const confirm = useConfirmation({
    mutation: hide,
    input: { reportId: report.id, isHidden: !isHidden },
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
