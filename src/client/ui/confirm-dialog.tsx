import type { ConfirmDialogProps } from './confirm-types.ts';
import { useOnDemand } from './use-on-demand.ts';

export type { ConfirmDialogProps, ConfirmType } from './confirm-types.ts';

const loadModal = () => import('./confirm-modal.tsx').then((module) => module.ConfirmModal);

/** Asks before something is done; its code arrives after the first paint. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const ConfirmModal = useOnDemand(loadModal, { isWanted: props.opened, onFailed: props.onClose });
  return ConfirmModal && <ConfirmModal {...props} />;
}
