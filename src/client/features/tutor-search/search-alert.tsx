import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { BellPlus } from 'lucide-react';
import { useId, useRef } from 'react';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { session, useViewer } from '#client/lib/session/session.ts';
import { AnchorLink } from '#client/ui/links.tsx';
import { toast } from '#client/ui/toasts.ts';
import { correctSearch, describeSearch, searchKey, withDates } from '#shared/domain/saved-search.ts';
import { textsOf } from '#shared/domain/texts.ts';
import type { SavedFilters } from '#shared/vocabulary/search.ts';
import { type TutorSearch, toSearchInput } from './search-state.ts';
import { useTutorSearch } from './use-tutor-search.ts';

const explainSave = (search: string): MessageDescriptor =>
  msg`We save this search and notify you once, in the app and by email, when a tutor matches all of it: ${search}.`;
const explainSaveAgain = (search: string): MessageDescriptor =>
  msg`We found a tutor for this search before. We can look for another and notify you once more: ${search}.`;
const explainSaved = (search: string): MessageDescriptor =>
  msg`We will notify you in the app and by email when a tutor matches all of this search: ${search}.`;

/** For a search that nobody matches: its owner is written to once somebody does. A typing error would wait for ever. */
export function SearchAlert({ search }: { search: TutorSearch }) {
  // What the page has requested; nothing is requested here.
  const { data, isPlaceholderData } = useTutorSearch(search, { isReady: false });
  const { sortBy: _sort, sortOrder: _direction, after: _after, ...typed } = toSearchInput(search);
  const [answer] = data?.pages ?? [];
  if (!answer || isPlaceholderData) return null;
  const filters = correctSearch(withDates(typed, answer.reading.filters), answer.reading.corrections);
  const key = searchKey(filters);
  // Each search by itself: what went wrong with another one is no news of this one.
  return <SaveButton key={key} searchKey={key} filters={filters} />;
}

type SaveButtonProps = { searchKey: string; filters: SavedFilters };

function SaveButton({ searchKey: key, filters }: SaveButtonProps) {
  const { t, i18n } = useLingui();
  const router = useRouter();
  const viewer = useViewer();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const noteId = useId();
  const box = useRef<HTMLDivElement>(null);
  const { data: saved } = useQuery(trpc.savedSearches.list.queryOptions(undefined, { enabled: viewer?.role === 'student' }));
  const { mutateAsync, data: added, error, isPending } = useMutation(trpc.savedSearches.save.mutationOptions());
  const own = saved ? saved.find((one) => searchKey(one.filters) === key) : added;

  const save = useOneAtATime(async () => {
    const account = viewer === undefined ? await session.waitForViewer() : viewer;
    if (!account) {
      toast.info(t`Please login to save this search`);
      await router.navigate({ to: '/login', search: { redirect: router.state.location.href } });
      return;
    }
    try {
      const view = await mutateAsync(filters);
      await queryClient.cancelQueries(trpc.savedSearches.list.pathFilter());
      queryClient.setQueryData(trpc.savedSearches.list.queryKey(), (list) => list && [view, ...list.filter(({ id }) => id !== view.id)]);
      // The button is gone.
      box.current?.focus();
      await queryClient.invalidateQueries(trpc.savedSearches.list.pathFilter());
    } catch {
      // `error` says it below the button.
    }
  });

  if (viewer && viewer.role !== 'student') return null;
  const isFound = own?.state === 'found';
  const description = describeSearch(filters, textsOf(i18n));
  return (
    <Stack ref={box} align="center" gap={6} ta="center" tabIndex={-1} style={{ outline: 'none' }}>
      {own?.state === 'waiting' ? (
        <Text maw="30rem">
          <strong>
            <Trans>Saved.</Trans>
          </strong>{' '}
          {i18n._(explainSaved(description))} <SavedSearchesLink />
        </Text>
      ) : (
        <>
          <Button variant="light" leftSection={<BellPlus size={18} />} loading={isPending} aria-describedby={noteId} onClick={() => void save()}>
            {isFound ? t`Look again` : t`Tell me when a tutor is there`}
          </Button>
          <Text id={noteId} size="sm" c={error ? 'red' : 'dimmed'} maw="30rem" role={error ? 'alert' : undefined}>
            {error
              ? errorMessageWithReason(error, t`Failed to save the search. Please try again.`)
              : i18n._(isFound ? explainSaveAgain(description) : explainSave(description))}
          </Text>
          {toApiError(error)?.code === 'saved_search.too_many' && <SavedSearchesLink />}
        </>
      )}
    </Stack>
  );
}

function SavedSearchesLink() {
  return (
    <AnchorLink to="/account" hash="saved-searches">
      <Trans>Your saved searches</Trans>
    </AnchorLink>
  );
}
