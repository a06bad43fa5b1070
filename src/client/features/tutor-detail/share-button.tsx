import { ActionIcon } from '@mantine/core';
import { Copy, MessageCircle, Share2 } from 'lucide-react';
import { pageConfig } from '#client/lib/page-config.ts';
import { copyText } from '#client/ui/copy-text.ts';
import { RowMenu } from '#client/ui/row-menu.tsx';
import { toast } from '#client/ui/toasts.ts';
import { tutorPath } from '#shared/domain/addresses.ts';

export type ShareButtonProps = { id: string; name: string };

/** Rendered in the browser alone: which of the two it is depends on it. */
export function ShareButton({ id, name }: ShareButtonProps) {
  const url = `${window.location.origin}${tutorPath({ id, name })}`;
  const text = `${name}, tutor on ${pageConfig().appName}`;
  const label = `Share the profile of ${name}`;
  const icon = <Share2 size={20} aria-hidden="true" />;

  if (typeof navigator.share === 'function') {
    return (
      <ActionIcon aria-label={label} onClick={() => void share({ title: text, url })}>
        {icon}
      </ActionIcon>
    );
  }
  const copy = async () => {
    if (await copyText(url)) toast.success('Link copied to clipboard');
    else toast.error('The link could not be copied. Copy it from the address bar.');
  };
  return (
    <RowMenu
      label={label}
      icon={icon}
      items={[
        {
          label: 'Send by WhatsApp',
          icon: <MessageCircle size={18} aria-hidden="true" />,
          href: `https://wa.me/?text=${encodeURIComponent(`${text}: ${url}`)}`,
          opensTab: true,
        },
        { label: 'Copy link', icon: <Copy size={18} aria-hidden="true" />, onPress: () => void copy() },
      ]}
    />
  );
}

async function share(data: ShareData): Promise<void> {
  try {
    await navigator.share(data);
  } catch {
    // Closed without a choice.
  }
}
