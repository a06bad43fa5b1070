import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Button } from '@mantine/core';
import { MessageCircle, Phone } from 'lucide-react';
import { toTelUrl } from '#client/ui/format.ts';
import { ButtonLink } from '#client/ui/links.tsx';

export type CallButtonProps = { name: string; phone: string };

export function CallButton({ name, phone }: CallButtonProps) {
  const { t } = useLingui();
  return (
    <Button component="a" href={toTelUrl(phone)} variant="default" leftSection={<Phone size={18} aria-hidden="true" />} aria-label={t`Call ${name}`}>
      <Trans>Call</Trans>
    </Button>
  );
}

export function CallLink({ phone }: { phone: string }) {
  return (
    <Anchor inherit href={toTelUrl(phone)} display="inline-flex" mih="2.75rem" my="-0.5rem" style={{ alignItems: 'center', gap: '0.375rem' }}>
      <Phone size={16} aria-hidden="true" />
      {phone}
    </Anchor>
  );
}

export type MessageButtonProps = {
  name: string;
  to: { thread: string } | { tutor: string };
};

export function MessageButton({ name, to }: MessageButtonProps) {
  const { t } = useLingui();
  return (
    <ButtonLink
      to="/messages"
      search={to}
      variant="default"
      leftSection={<MessageCircle size={18} aria-hidden="true" />}
      aria-label={t`Message ${name}`}
    >
      <Trans>Message</Trans>
    </ButtonLink>
  );
}
