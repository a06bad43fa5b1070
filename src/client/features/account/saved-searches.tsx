import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Badge, Button, Group, Skeleton, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { BellRing } from 'lucide-react';
import { useRef, useState } from 'react';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { detectLang } from '#client/ui/detect-lang.ts';
import { preloadOnIntent } from '#client/ui/lazy-part.tsx';
import { AnchorLink, ButtonLink } from '#client/ui/links.tsx';
import { Loading, QueryError } from '#client/ui/page-state.tsx';
import { useTimeZone } from '#client/ui/time-zone.ts';
import { toast } from '#client/ui/toasts.ts';
import type { SavedSearchView } from '#shared/contracts/saved-searches.ts';
import { describeSearch, toPageSearch } from '#shared/domain/saved-search.ts';
import { textsOf } from '#shared/domain/texts.ts';
import { formatDate, formatDay } from '#shared/domain/zone.ts';
import { SAVED_SEARCHES } from '#shared/vocabulary/limits.ts';
import { IconRow, RowText, RowTitle } from './icon-row.tsx';
import { ProgramList } from './programs/program-list.tsx';

const LOAD_FAILED = msg`Failed to fetch your saved searches`;
const DELETE_FAILED = msg`Failed to delete the saved search. Please try again.`;

export function SavedSearches() {
  const { t, i18n } = useLingui();
  const { perUser: limit } = SAVED_SEARCHES;
  const trpc = useTRPC();
  const {
    data: searches,
    error,
    isFetching,
    refetch,
  } = useQuery(trpc.savedSearches.list.queryOptions(undefined, { refetchOnWindowFocus: 'always' }));

  return (
    <>
      <Text c="dimmed" mt={4}>
        <Trans>
          When a search finds no tutors, you can save it. We notify you once, in the app and by email, when a tutor matches. You can save {limit}{' '}
          searches.
        </Trans>
      </Text>
      {searches && <SearchList searches={searches} />}
      {!searches && error && (
        <QueryError
          title={t`Error Loading Saved Searches`}
          message={errorMessageWithReason(error, i18n._(LOAD_FAILED))}
          query={{ isFetching, refetch }}
        />
      )}
      {!searches && !error && (
        <Loading label={t`Loading your saved searches…`}>
          <Skeleton height={88} mt="xs" />
        </Loading>
      )}
    </>
  );
}

function SearchList({ searches }: { searches: SavedSearchView[] }) {
  const { t } = useLingui();
  const [searchToDelete, setSearchToDelete] = useState<SavedSearchView | null>(null);
  const listRef = useRef<HTMLDivElement>(null);

  return (
    <>
      <ProgramList
        ref={listRef}
        label={t`Saved searches`}
        emptyText={t`You have no saved searches. When a search finds no tutors, you can save it from the results page.`}
      >
        {searches.map((search) => (
          <SearchRow key={search.id} search={search} onDelete={() => setSearchToDelete(search)} />
        ))}
      </ProgramList>
      {searches.length === 0 && (
        <ButtonLink to="/tutors" variant="default" mt="md">
          <Trans>Find tutors</Trans>
        </ButtonLink>
      )}
      <DeleteSearchDialog search={searchToDelete} onClose={() => setSearchToDelete(null)} onDeleted={() => listRef.current?.focus()} />
    </>
  );
}

const BADGES = { waiting: [msg`Waiting`, 'blue'], found: [msg`Tutor found`, 'teal'], over: [msg`Date has passed`, 'gray'] } as const;

function SearchRow({ search, onDelete }: { search: SavedSearchView; onDelete: () => void }) {
  const { i18n } = useLingui();
  const { id, filters, state } = search;
  const description = describeSearch(filters, textsOf(i18n));
  const [label, color] = BADGES[state];
  const status = describeState(i18n, search, useTimeZone());

  return (
    <IconRow
      icon={BellRing}
      action={
        <Button variant="default" aria-describedby={`search-${id}`} {...preloadOnIntent(ConfirmDialog)} onClick={onDelete}>
          <Trans>Delete</Trans>
        </Button>
      }
    >
      <RowTitle>
        <Text component="strong" fw={600} id={`search-${id}`} dir="auto" lang={detectLang(description)}>
          {description}
        </Text>
        <Badge color={color}>{i18n._(label)}</Badge>
      </RowTitle>
      <RowText>{status}</RowText>
      {state !== 'over' && (
        <Group mih="2.75rem">
          <AnchorLink to="/tutors" search={toPageSearch(filters)}>
            {state === 'found' ? <Trans>See tutors</Trans> : <Trans>Search now</Trans>}
          </AnchorLink>
        </Group>
      )}
    </IconRow>
  );
}

function describeState(i18n: I18n, { state, createdAt, foundAt, filters }: SavedSearchView, zone: string): string {
  if (state === 'found' && foundAt) {
    const foundOn = formatDay(foundAt, zone, i18n.locale);
    return i18n._(msg`A tutor was found on ${foundOn}. We do not look any more.`);
  }
  if (state === 'over' && filters.freeOn) {
    const date = formatDate(filters.freeOn, i18n.locale);
    return i18n._(msg`${date} can no longer be booked. We do not look any more.`);
  }
  const savedOn = formatDay(createdAt, zone, i18n.locale);
  return i18n._(msg`Saved on ${savedOn}. We are looking.`);
}

type DeleteSearchDialogProps = { search: SavedSearchView | null; onClose: () => void; onDeleted: () => void };

function DeleteSearchDialog({ search, onClose, onDeleted }: DeleteSearchDialogProps) {
  const { t, i18n } = useLingui();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [shown, setShown] = useState(search);
  if (search && search !== shown) setShown(search);
  const description = shown ? describeSearch(shown.filters, textsOf(i18n)) : '';
  const remove = useMutation(trpc.savedSearches.delete.mutationOptions());
  const returnFocus = useReturnFocus(remove.isPending);

  const close = () => {
    remove.reset();
    onClose();
  };
  const handleConfirm = useOneAtATime(async () => {
    if (!shown) return;
    try {
      const { message } = await remove.mutateAsync({ id: shown.id });
      toast.success(message);
    } catch (error) {
      // Any other error keeps the question open; a missing one was deleted elsewhere.
      if (toApiError(error)?.code !== 'saved_search.not_found') return;
      toast.error(errorMessageWithReason(error, i18n._(DELETE_FAILED)));
    }
    close();
    await queryClient.cancelQueries(trpc.savedSearches.list.pathFilter());
    queryClient.setQueryData(trpc.savedSearches.list.queryKey(), (list) => list?.filter(({ id }) => id !== shown.id));
    await queryClient.invalidateQueries(trpc.savedSearches.list.pathFilter());
    onDeleted();
  });

  return (
    <ConfirmDialog
      opened={search !== null}
      type="error"
      title={t`Delete this saved search?`}
      message={t`${description}. We will stop looking for matching tutors.`}
      confirmLabel={t`Delete search`}
      cancelLabel={t`Keep it`}
      isProcessing={remove.isPending}
      problem={remove.error && errorMessageWithReason(remove.error, i18n._(DELETE_FAILED))}
      onConfirm={() => {
        returnFocus();
        void handleConfirm();
      }}
      onClose={close}
    />
  );
}
