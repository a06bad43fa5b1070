import { useOnDemand } from '#client/ui/use-on-demand.ts';
import type { ProposeDialogProps } from './proposal-parts.ts';

const loadDialog = () => import('./propose-dialog.tsx').then(({ ProposeDialog }) => ProposeDialog);

/** Its code, and the calendar, arrive when it is wanted. */
export function ProposeOnDemand(props: ProposeDialogProps) {
  const ProposeDialog = useOnDemand(loadDialog, { isWanted: props.opened, onFailed: props.onClose });
  return ProposeDialog && <ProposeDialog {...props} />;
}
