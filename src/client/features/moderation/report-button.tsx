import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { Flag } from 'lucide-react';
import { useState } from 'react';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { useViewer } from '#client/lib/session/session.ts';
import { lazyDialog, preloadOnIntent } from '#client/ui/lazy-part.tsx';
import { translated } from '#shared/domain/texts.ts';
import type { ReportTarget } from '#shared/vocabulary/content.ts';
import { ANONYMOUS } from '#shared/vocabulary/people.ts';
import classes from './report-button.module.css';

/** One query for each ten of a list: more of the list does not read the earlier ones again. */
const BATCH = 10;

const ReportDialog = lazyDialog(() => import('./report-dialog.tsx').then((module) => module.ReportDialog));

export type ReportButtonProps = {
  about: Exclude<ReportTarget, 'message'>;
  id: string;
  /** Of the student who wrote the review, empty where that account is deleted, or of the tutor. */
  name: string;
  /** The ids of the whole list, in order, so that one query is enough for several. */
  among?: readonly string[];
};

export function ReportButton({ name, ...target }: ReportButtonProps) {
  const { i18n } = useLingui();
  const props = { ...target, name: name.trim() || translated(i18n, ANONYMOUS) };
  const viewer = useViewer();
  const href = useLocation({ select: (location) => location.href });

  if (viewer) return <ViewerReportButton {...props} />;
  return (
    <Link to="/login" search={{ redirect: href }} className={classes.report} aria-label={describeReport(i18n, props)}>
      <Flag size={16} aria-hidden="true" />
      <Trans>Report</Trans>
    </Link>
  );
}

function ViewerReportButton({ about, id, name, among }: ReportButtonProps) {
  const { t, i18n } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const ids = batchOf(id, among ?? []);
  const trpc = useTRPC();
  const { data: reported } = useQuery(trpc.moderation.reportedAmong.queryOptions({ about, ids }, { placeholderData: keepPreviousData }));
  const isReported = reported?.includes(id) ?? false;

  return (
    <>
      <button
        type="button"
        className={classes.report}
        aria-label={isReported ? describeReported(i18n, { about, name }) : describeReport(i18n, { about, name })}
        aria-disabled={isReported || undefined}
        {...(!isReported && preloadOnIntent(ReportDialog))}
        onClick={() => isReported || setOpen(true)}
      >
        <Flag size={16} aria-hidden="true" />
        {isReported ? t`Reported` : t`Report`}
      </button>
      <ReportDialog about={about} id={id} opened={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

type Described = Pick<ReportButtonProps, 'about' | 'name'>;

const describeReport = (i18n: I18n, { about, name }: Described): string =>
  i18n._(about === 'review' ? msg`Report the review of ${name}` : msg`Report the profile of ${name}`);

const describeReported = (i18n: I18n, { about, name }: Described): string =>
  i18n._(about === 'review' ? msg`You have reported the review of ${name}` : msg`You have reported the profile of ${name}`);

function batchOf(id: string, among: readonly string[]): string[] {
  const index = among.indexOf(id);
  if (index < 0) return [id];
  const first = index - (index % BATCH);
  return among.slice(first, first + BATCH);
}
