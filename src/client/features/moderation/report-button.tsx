import { keepPreviousData } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { Flag } from 'lucide-react';
import { useState } from 'react';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { useViewer } from '#client/lib/session/session.ts';
import { lazyDialog, preloadOnIntent } from '#client/ui/lazy-part.tsx';
import type { ReportTarget } from '#shared/vocabulary/content.ts';
import classes from './report-button.module.css';

/** One query for each ten of a list: more of the list does not read the earlier ones again. */
const BATCH = 10;

const ReportDialog = lazyDialog(() => import('./report-dialog.tsx').then((module) => module.ReportDialog));

export type ReportButtonProps = {
  about: ReportTarget;
  id: string;
  name: string;
  /** The ids of the whole list, in order, so that one query is enough for several. */
  among?: readonly string[];
};

export function ReportButton(props: ReportButtonProps) {
  const viewer = useViewer();
  const href = useLocation({ select: (location) => location.href });

  if (viewer) return <ViewerReportButton {...props} />;
  return (
    <Link to="/login" search={{ redirect: href }} className={classes.report} aria-label={`Report ${props.name}`}>
      <Flag size={16} aria-hidden="true" />
      Report
    </Link>
  );
}

function ViewerReportButton({ about, id, name, among }: ReportButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const ids = batchOf(id, among ?? []);
  const { data: reported } = trpc.moderation.reportedAmong.useQuery({ about, ids }, { placeholderData: keepPreviousData });
  const isReported = reported?.includes(id) ?? false;

  return (
    <>
      <button
        type="button"
        className={classes.report}
        aria-label={isReported ? `You have reported ${name}` : `Report ${name}`}
        aria-disabled={isReported || undefined}
        {...(!isReported && preloadOnIntent(ReportDialog))}
        onClick={() => isReported || setOpen(true)}
      >
        <Flag size={16} aria-hidden="true" />
        {isReported ? 'Reported' : 'Report'}
      </button>
      <ReportDialog about={about} id={id} opened={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

function batchOf(id: string, among: readonly string[]): string[] {
  const index = among.indexOf(id);
  if (index < 0) return [id];
  const first = index - (index % BATCH);
  return among.slice(first, first + BATCH);
}
