import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { ArrowLeft, ChevronLeft, ChevronRight, CircleCheck, Keyboard } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { usePageKeys } from '#client/lib/page-keys.ts';
import { errorMessage } from '#client/lib/rpc/errors.ts';
import { lazyDialog } from '#client/ui/lazy-part.tsx';
import { ButtonLink } from '#client/ui/links.tsx';
import { Page } from '#client/ui/page.tsx';
import { Empty, Loading, QueryError, Skeletons } from '#client/ui/page-state.tsx';
import type { QueueSearch } from './queue-search.ts';
import { QueueTutor } from './queue-tutor.tsx';
import { type Queue, useQueue } from './use-queue.ts';

const QueueKeysDialog = lazyDialog(() => import('./queue-keys-dialog.tsx').then((module) => module.QueueKeysDialog));

export type QueuePageProps = {
  search: QueueSearch;
  onSearch: (search: QueueSearch, options?: { replace?: boolean }) => void;
  onLeave: () => void;
};

export function QueuePage({ search, onSearch, onLeave }: QueuePageProps) {
  const queue = useQueue(search);
  const { query, current, previous, next, nextWaiting } = queue;
  const [isMoved, setMoved] = useState(false);
  const [isHelping, setHelping] = useState(false);
  const help = () => setHelping(true);

  function go(tutor: string | undefined): void {
    setMoved(true);
    onSearch({ ...search, tutor });
  }
  const goTo = (tutor: string | undefined) => tutor !== undefined && go(tutor);
  usePageKeys({ j: () => goTo(next), k: () => goTo(previous), '?': help, Escape: onLeave });

  // The address names who is shown, also after a reload.
  const pin = useEffectEvent((tutor: string) => onSearch({ ...search, tutor }, { replace: true }));
  useEffect(() => {
    if (search.tutor === undefined && current !== undefined) pin(current);
  }, [search.tutor, current]);

  return (
    <Page title="Verification" actions={<Tools queue={queue} show={search.show} onGo={goTo} onHelp={help} />}>
      {current === undefined && query.error && (
        <QueryError title="Error Loading Tutors" message={errorMessage(query.error, 'Failed to fetch tutors')} query={query} />
      )}
      {current === undefined && !query.error && !query.data && (
        <Loading label="Loading the queue…">
          <Skeletons count={2} height={280} gap="md" />
        </Loading>
      )}
      {current === undefined && query.data && <NobodyWaits show={search.show} />}
      {current !== undefined && (
        <QueueTutor key={current} id={current} show={search.show} next={nextWaiting} isMoved={isMoved} onDone={() => go(nextWaiting)} />
      )}
      <QueueKeysDialog opened={isHelping} onClose={() => setHelping(false)} />
    </Page>
  );
}

type ToolsProps = { queue: Queue; show: QueueSearch['show']; onGo: (tutor: string | undefined) => void; onHelp: () => void };

function Tools({ queue: { place, total, previous, next }, show, onGo, onHelp }: ToolsProps) {
  return (
    <>
      {total > 0 && (
        <Group gap="xs" wrap="nowrap">
          <ActionIcon variant="default" aria-label="Previous tutor" disabled={previous === undefined} onClick={() => onGo(previous)}>
            <ChevronLeft size={20} aria-hidden="true" />
          </ActionIcon>
          <Text role="status" miw="4.5rem" ta="center" mod="tabular">
            {place > 0 ? `${place} of ${total}` : `${total} waiting`}
          </Text>
          <ActionIcon variant="default" aria-label="Next tutor" disabled={next === undefined} onClick={() => onGo(next)}>
            <ChevronRight size={20} aria-hidden="true" />
          </ActionIcon>
        </Group>
      )}
      <Button variant="subtle" visibleFrom="md" leftSection={<Keyboard size={18} aria-hidden="true" />} onClick={onHelp}>
        Keys
      </Button>
      <ButtonLink
        to="/admin/tutors"
        search={{ filter: show ?? 'pending' }}
        variant="default"
        leftSection={<ArrowLeft size={18} aria-hidden="true" />}
      >
        Leave
      </ButtonLink>
    </>
  );
}

function NobodyWaits({ show }: { show: QueueSearch['show'] }) {
  return (
    <Empty
      icon={<CircleCheck size={26} />}
      title={show === 'changed' ? 'No changes to review' : 'Nobody waits for verification'}
      text={
        show === 'changed'
          ? 'Profiles that change after their verification appear here.'
          : 'Tutors appear here as soon as they submit their profile, the oldest account first.'
      }
      action={
        <ButtonLink to="/admin/tutors" variant="default">
          All tutors
        </ButtonLink>
      }
    />
  );
}
