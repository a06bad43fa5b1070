export { AccountStatusDialog } from './account-status-dialog.tsx';
