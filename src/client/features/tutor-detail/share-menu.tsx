import { useLingui } from '@lingui/react/macro';
import { Copy, MessageCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { copyText } from '#client/ui/copy-text.ts';
import { LoadedRowMenu } from '#client/ui/loaded-row-menu.tsx';
import { toast } from '#client/ui/toasts.ts';
import { withLocale } from '#shared/domain/locale-paths.ts';

export type ShareMenuProps = { label: string; icon: ReactNode; title: string; id: string; onMount: () => void };

export function ShareMenu({ label, icon, title, id, onMount }: ShareMenuProps) {
  const { t, i18n } = useLingui();
  const url = `${window.location.origin}${withLocale(`/tutors/${id}`, i18n.locale)}`;
  const copy = async () => {
    if (await copyText(url)) toast.success(t`Link copied to clipboard`);
    else toast.error(t`The link could not be copied. Copy it from the address bar.`);
  };
  return (
    <LoadedRowMenu
      label={label}
      icon={icon}
      items={[
        {
          label: t`Send by WhatsApp`,
          icon: <MessageCircle size={18} aria-hidden="true" />,
          href: `https://wa.me/?text=${encodeURIComponent(`${title}: ${url}`)}`,
          opensTab: true,
        },
        { label: t`Copy link`, icon: <Copy size={18} aria-hidden="true" />, onPress: () => void copy() },
      ]}
      onMount={onMount}
    />
  );
}
