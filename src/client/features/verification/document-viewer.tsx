import { ActionIcon, Button, Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, ExternalLink, FileX2, RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import { useState } from 'react';
import { usePageKeys } from '#client/lib/page-keys.ts';
import { errorMessage } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { Empty, ErrorState } from '#client/ui/page-state.tsx';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import classes from './document-viewer.module.css';
import { fitDocument, type Size } from './fit-document.ts';
import { useOpenDocument } from './use-open-document.ts';
import { formatClaim, formatDocument } from './verification-text.ts';

const ZOOMS = [1, 1.5, 2, 3, 4] as const;
/** Shorter than the fifteen minutes for which the address is signed. */
const ADDRESS_MS = 10 * 60_000;

export type DocumentViewerProps = { profile: TutorProfileView; index: number; onIndex: (index: number) => void };

export function DocumentViewer({ profile, index, onIndex }: DocumentViewerProps) {
  const { id: tutorId, documents } = profile;
  const { opening, open } = useOpenDocument(tutorId);
  const [view, setView] = useState({ id: '', zoom: 0, turns: 0 });
  const document = documents[index];
  const { zoom, turns } = view.id === document?.id ? view : { zoom: 0, turns: 0 };

  const go = (to: number) => onIndex((to + documents.length) % documents.length);
  const change = (part: Partial<typeof view>) => document && setView({ id: document.id, zoom, turns, ...part });
  const zoomTo = (step: number) => change({ zoom: Math.min(Math.max(step, 0), ZOOMS.length - 1) });
  const turn = () => change({ turns: (turns + 1) % 4 });
  usePageKeys(
    {
      d: () => go(index + 1),
      'Shift+d': () => go(index - 1),
      '+': () => zoomTo(zoom + 1),
      '-': () => zoomTo(zoom - 1),
      t: turn,
      o: () => document && void open(document.id),
    },
    document !== undefined,
  );

  if (!document) {
    return <Empty icon={<FileX2 size={26} />} title="No documents" text="Nothing was uploaded that proves the qualifications or the identity." />;
  }
  const name = formatDocument(document.type, index);
  return (
    <Paper component="section" withBorder radius="lg" className={classes.viewer} aria-label="Documents">
      <Group justify="space-between" gap="xs" p="xs" wrap="nowrap">
        <Step label="Previous document" isHidden={documents.length < 2} onPress={() => go(index - 1)}>
          <ChevronLeft size={20} aria-hidden="true" />
        </Step>
        <Stack gap={0} align="center" miw={0}>
          <Text fw={600}>
            {name}
            {documents.length > 1 && <Text span inherit c="dimmed" fw={400}>{` of ${documents.length}`}</Text>}
          </Text>
          <Text size="sm" c="dimmed" ta="center" lineClamp={2}>
            {formatClaim(document.type, profile)}
          </Text>
        </Stack>
        <Step label="Next document" isHidden={documents.length < 2} onPress={() => go(index + 1)}>
          <ChevronRight size={20} aria-hidden="true" />
        </Step>
      </Group>
      <Sheet key={document.id} tutorId={tutorId} id={document.id} name={name} zoom={ZOOMS[zoom] ?? 1} turns={turns} />
      <Group justify="center" gap="xs" p="xs">
        <ActionIcon variant="default" aria-label="Zoom out" disabled={zoom === 0} onClick={() => zoomTo(zoom - 1)}>
          <ZoomOut size={20} aria-hidden="true" />
        </ActionIcon>
        <Text size="sm" miw="3rem" ta="center" role="status" mod="tabular">
          {(ZOOMS[zoom] ?? 1) * 100}%
        </Text>
        <ActionIcon variant="default" aria-label="Zoom in" disabled={zoom === ZOOMS.length - 1} onClick={() => zoomTo(zoom + 1)}>
          <ZoomIn size={20} aria-hidden="true" />
        </ActionIcon>
        <ActionIcon variant="default" aria-label="Turn to the right" onClick={turn}>
          <RotateCw size={20} aria-hidden="true" />
        </ActionIcon>
        <Button
          variant="default"
          size="sm"
          rightSection={<ExternalLink size={16} aria-hidden="true" />}
          aria-label={`Open ${name} in a new tab`}
          aria-busy={opening === document.id || undefined}
          onClick={() => void open(document.id)}
        >
          Open
        </Button>
      </Group>
    </Paper>
  );
}

type StepProps = { label: string; isHidden: boolean; onPress: () => void; children: React.ReactNode };

function Step({ label, isHidden, onPress, children }: StepProps) {
  return (
    <ActionIcon variant="default" aria-label={label} style={isHidden ? { visibility: 'hidden' } : undefined} onClick={onPress}>
      {children}
    </ActionIcon>
  );
}

type SheetProps = { tutorId: string; id: string; name: string; zoom: number; turns: number };

function Sheet({ tutorId, id, name, zoom, turns }: SheetProps) {
  const trpc = useTRPC();
  const { data, error, isFetching, refetch } = useQuery(trpc.verification.document.queryOptions({ tutorId, id }, { staleTime: ADDRESS_MS }));
  const [natural, setNatural] = useState<Size | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const { ref, width, height } = useElementSize();
  const fitted = natural && width > 0 ? fitDocument(natural, { width, height }, { zoom, turns }) : null;

  async function retry(): Promise<void> {
    await refetch();
    setFailed(false);
  }
  if (error || hasFailed) {
    return (
      <div className={classes.frame}>
        <ErrorState
          title="The document is not shown"
          message={error ? errorMessage(error, 'Failed to open the document. Please try again.') : 'Please try again, or open it in a new tab.'}
          isRetrying={isFetching}
          onRetry={() => void retry()}
        />
      </div>
    );
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard.
    <section ref={ref} className={classes.frame} aria-label={`${name}, can be scrolled`} tabIndex={0}>
      {!natural && <Skeleton className={classes.loading} />}
      <div className={classes.place} style={fitted?.place}>
        {data && (
          <img
            className={classes.image}
            src={data.url}
            alt={name}
            style={{ ...fitted?.image, transform: `translate(-50%, -50%) rotate(${turns * 90}deg)`, opacity: natural ? 1 : 0 }}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setNatural({ width: naturalWidth, height: naturalHeight })}
            onError={() => setFailed(true)}
          />
        )}
      </div>
    </section>
  );
}
