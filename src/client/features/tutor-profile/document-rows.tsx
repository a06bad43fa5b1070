import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Button, Group, Text, ThemeIcon } from '@mantine/core';
import { ExternalLink, FileCheck, FileClock, FileImage, FileX } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { SHRINKING } from '#client/lib/images/fit-image.ts';
import type { DocumentDraft } from './profile-draft.ts';
import classes from './sections.module.css';
import type { DocumentLink, Upload } from './use-document-uploads.ts';

export type DocumentLinks = {
  find: (id: string) => DocumentLink | null;
  renew: (id: string) => Promise<string | null>;
};

/** One minute less than the signed link lasts. */
const LINK_LIFETIME_MS = 14 * 60_000;

type RowProps = { icon: ReactNode; name: string; state?: ReactNode; isRemoved?: boolean; children: ReactNode };

function Row({ icon, name, state, isRemoved = false, children }: RowProps) {
  return (
    <Group component="li" gap="0.25rem 0.75rem" mih={56} py={6}>
      <ThemeIcon size={44} radius="md" color={isRemoved ? 'gray' : undefined} aria-hidden="true">
        {icon}
      </ThemeIcon>
      <Box flex="1 1 9rem" miw={0}>
        <Text fw={isRemoved ? 400 : 600} c={isRemoved ? 'dimmed' : undefined} td={isRemoved ? 'line-through' : undefined}>
          {name}
        </Text>
        {state}
      </Box>
      <Group className={classes.documentActions} gap="0.25rem 0.5rem" ml="auto">
        {children}
      </Group>
    </Group>
  );
}

function State({ children }: { children: string }) {
  return (
    <Text size="sm" c="dimmed">
      {children}
    </Text>
  );
}

export type DocumentRowProps = { document: DocumentDraft; links: DocumentLinks; isRemoving: boolean; onRemove: () => void };

export function DocumentRow({ document, links, isRemoving, onRemove }: DocumentRowProps) {
  const { t } = useLingui();
  const { id, name, isNew } = document;
  const link = links.find(id);

  async function openRenewed(event: MouseEvent): Promise<void> {
    if (link && Date.now() - link.issuedAt < LINK_LIFETIME_MS) return;
    event.preventDefault();
    // Opened before the answer arrives: browsers block a tab that the click itself does not open.
    const tab = window.open('', '_blank');
    const url = await links.renew(id);
    if (tab) tab.opener = null;
    if (tab && url) tab.location.replace(url);
    else tab?.close();
  }

  return (
    <Row
      icon={isNew ? <FileImage size={22} /> : <FileCheck size={22} />}
      name={name}
      state={isNew && <State>{link ? t`Uploaded, not saved yet` : t`Uploaded, not saved yet. You can open it after you save.`}</State>}
    >
      {link && (
        <Button
          component="a"
          href={link.url}
          target="_blank"
          rel="noopener noreferrer"
          variant="subtle"
          size="sm"
          leftSection={<ExternalLink size={18} aria-hidden="true" />}
          aria-label={t`Open ${name} in a new tab`}
          onClick={(event: MouseEvent) => void openRenewed(event)}
        >
          <Trans>Open</Trans>
        </Button>
      )}
      <Button variant="subtle" color="red" size="sm" loading={isRemoving} aria-label={t`Remove ${name}`} onClick={onRemove}>
        <Trans>Remove</Trans>
      </Button>
    </Row>
  );
}

export type UploadRowProps = { upload: Upload; canRetry: boolean; onRetry: () => void; onCancel: () => void };

export function UploadRow({ upload: { file, isShrinking, progress, error }, canRetry, onRetry, onCancel }: UploadRowProps) {
  const { t } = useLingui();
  const { name } = file;
  return (
    <Row
      icon={error === null ? <FileClock size={22} /> : <FileX size={22} />}
      name={name}
      state={error === null ? <UploadProgress name={name} isShrinking={isShrinking} progress={progress} /> : <UploadError message={error} />}
    >
      {error !== null && canRetry && (
        <Button variant="default" size="sm" aria-label={t`Try ${name} again`} onClick={onRetry}>
          <Trans>Try Again</Trans>
        </Button>
      )}
      <Button variant="subtle" color="red" size="sm" aria-label={error === null ? t`Cancel ${name}` : t`Remove ${name}`} onClick={onCancel}>
        {error === null ? t({ message: 'Cancel', context: 'an upload' }) : t`Remove`}
      </Button>
    </Row>
  );
}

function UploadError({ message }: { message: string }) {
  return (
    <Text size="sm" c="red" role="alert">
      {message}
    </Text>
  );
}

type UploadProgressProps = { name: string } & Pick<Upload, 'isShrinking' | 'progress'>;

function UploadProgress({ name, isShrinking, progress }: UploadProgressProps) {
  const { t, i18n } = useLingui();
  if (isShrinking) return <State>{i18n._(SHRINKING)}</State>;
  if (progress === null) return <State>{t`Waiting…`}</State>;
  return (
    <Group gap="sm" wrap="nowrap" c="dimmed" fz="sm" data-tabular>
      <progress className={classes.progress} max={1} value={progress} aria-label={t`Uploading ${name}`} />
      <span aria-hidden="true">{`${Math.round(progress * 100)}%`}</span>
    </Group>
  );
}

export type RemovedRowProps = { document: DocumentDraft; canRestore: boolean; onRestore: () => void };

export function RemovedRow({ document: { name }, canRestore, onRestore }: RemovedRowProps) {
  const { t } = useLingui();
  return (
    <Row
      isRemoved
      icon={<FileX size={22} />}
      name={name}
      state={<State>{canRestore ? t`Removed when you save` : t`Removed when you save. Remove another to bring it back.`}</State>}
    >
      <Button variant="default" size="sm" disabled={!canRestore} aria-label={t`Bring ${name} back`} onClick={onRestore}>
        <Trans>Undo</Trans>
      </Button>
    </Row>
  );
}
