import { useLazy } from '#client/ui/use-lazy.ts';
import type { ProposeDialogProps } from './proposal-parts.ts';

const loadDialog = () => import('./propose-dialog.tsx').then(({ ProposeDialog }) => ProposeDialog);

/** Its code, and the calendar, arrive when it is wanted. */
export function ProposeOnDemand(props: ProposeDialogProps) {
  const ProposeDialog = useLazy(loadDialog, { isNeeded: props.opened, onError: props.onClose });
  return ProposeDialog && <ProposeDialog {...props} />;
}
