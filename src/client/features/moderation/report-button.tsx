import { Link, useLocation } from '@tanstack/react-router';
import { Flag } from 'lucide-react';
import { useState } from 'react';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { useViewer } from '#client/lib/session/session.ts';
import { useLazy } from '#client/ui/use-lazy.ts';
import type { ReportTarget } from '#shared/vocabulary/content.ts';
import classes from './report-button.module.css';

/** A question for each page of a list: one that has come does not ask again for those before. */
const ASKED_TOGETHER = 10;

const loadDialog = () => import('./report-dialog.tsx').then(({ ReportDialog }) => ReportDialog);

export type ReportButtonProps = {
  about: ReportTarget;
  id: string;
  /** Of what it is, for those who cannot see beside what it stands: `the review of Kavindu`. */
  name: string;
  /** The ids of all that are shown beside it, in their order, so that one question answers for several. */
  among?: readonly string[];
};

/** Reports what it stands beside, or says that this was done; a visitor logs in first and comes back. */
export function ReportButton(props: ReportButtonProps) {
  const viewer = useViewer();
  const href = useLocation({ select: (location) => location.href });

  if (viewer) return <ReportForMe {...props} />;
  return (
    <Link to="/login" search={{ redirect: href }} className={classes.report} aria-label={`Report ${props.name}`}>
      <Flag size={16} aria-hidden="true" />
      Report
    </Link>
  );
}

function ReportForMe({ about, id, name, among }: ReportButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const ids = askedWith(id, among ?? []);
  const { data: reported } = trpc.moderation.reportedAmong.useQuery({ about, ids }, { placeholderData: (before) => before });
  const ReportDialog = useLazy(loadDialog, { isNeeded: isOpen, onError: close });
  const isReported = reported?.includes(id) ?? false;

  return (
    <>
      <button
        type="button"
        className={classes.report}
        aria-label={isReported ? `You have reported ${name}` : `Report ${name}`}
        aria-disabled={isReported || undefined}
        onClick={() => isReported || setOpen(true)}
      >
        <Flag size={16} aria-hidden="true" />
        {isReported ? 'Reported' : 'Report'}
      </button>
      {ReportDialog && <ReportDialog about={about} id={id} opened={isOpen} onClose={close} />}
    </>
  );
}

function askedWith(id: string, among: readonly string[]): string[] {
  const index = among.indexOf(id);
  if (index < 0) return [id];
  const first = index - (index % ASKED_TOGETHER);
  return among.slice(first, first + ASKED_TOGETHER);
}
