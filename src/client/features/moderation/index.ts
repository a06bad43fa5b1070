export { AccountSelectionBar } from './account-selection-bar.tsx';
export { AccountStatusDialog } from './account-status-dialog.tsx';
