import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { redirect } from '@tanstack/react-router';
import { type Account, requireViewer } from '#client/lib/session/session.ts';
import { toast } from '#client/ui/toasts.ts';

export const PROFILE_EDITOR = '/tutor/profile';

type Context = Parameters<typeof requireViewer>[0] & { i18n: I18n };
type Navigation = { href: string; cause: 'preload' | 'enter' | 'stay' };

export async function requireProfileOwner(context: Context, { href, cause }: Navigation): Promise<{ me: Account<'tutor'> }> {
  const explain = (reason: MessageDescriptor) => cause === 'enter' && toast.error(context.i18n._(reason));
  if (!(await context.session.waitForViewer())) explain(msg`Please login to access this page`);
  const { me } = await requireViewer(context, href);
  if (me.role === 'tutor') return { me: { ...me, role: me.role } };
  explain(msg`Only tutors can access this page`);
  throw redirect({ to: '/', replace: true });
}
