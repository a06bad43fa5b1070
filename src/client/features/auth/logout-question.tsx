import { useSyncExternalStore } from 'react';
import { useLazy } from '#client/ui/use-lazy.ts';
import { logoutQuestion } from './use-logout.ts';

const loadDialog = () => import('./logout-dialog.tsx').then((module) => module.LogoutDialog);

/** Stands once in the app, for every place that offers Logout. */
export function LogoutQuestion() {
  const leaving = useSyncExternalStore(logoutQuestion.subscribe, logoutQuestion.now);
  const LogoutDialog = useLazy(loadDialog, { isNeeded: leaving !== null });
  return leaving && LogoutDialog && <LogoutDialog {...leaving} />;
}
