import { Button, Stack, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { BellPlus } from 'lucide-react';
import { useId } from 'react';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { session, useViewer } from '#client/lib/session/session.ts';
import { AnchorLink } from '#client/ui/links.tsx';
import { toast } from '#client/ui/toasts.ts';
import { searchKey } from '#shared/domain/saved-search.ts';
import type { SavedFilters } from '#shared/vocabulary/search.ts';
import { type TutorSearch, toSearchInput } from './search-state.ts';

const SAVE_FAILED = 'Failed to save the search. Please try again.';

/** For a search that nobody matches: its owner is written to once somebody does. */
export function SearchAlert({ search }: { search: TutorSearch }) {
  const { sortBy: _sort, sortOrder: _direction, after: _after, ...filters } = toSearchInput(search);
  const key = searchKey(filters);
  // Each search by itself: what went wrong with another one is no news of this one.
  return <SaveButton key={key} searchKey={key} filters={filters} />;
}

type SaveButtonProps = { searchKey: string; filters: SavedFilters };

function SaveButton({ searchKey: key, filters }: SaveButtonProps) {
  const router = useRouter();
  const viewer = useViewer();
  const utils = trpc.useUtils();
  const noteId = useId();
  const isStudent = viewer?.role === 'student';
  const { data: saved } = trpc.savedSearches.list.useQuery(undefined, { enabled: isStudent });
  const own = isStudent ? saved?.find((one) => searchKey(one.filters) === key) : undefined;
  const { mutateAsync, error: problem, isPending } = trpc.savedSearches.save.useMutation();

  const save = useOneAtATime(async () => {
    const account = viewer === undefined ? await session.waitForViewer() : viewer;
    if (!account) {
      toast.info('Please login to save this search');
      await router.navigate({ to: '/login', search: { redirect: router.state.location.href } });
      return;
    }
    if (account.role !== 'student') return;
    try {
      const added = await mutateAsync(filters);
      await utils.savedSearches.list.cancel();
      utils.savedSearches.list.setData(undefined, (list) => list && [added, ...list.filter(({ id }) => id !== added.id)]);
      await utils.savedSearches.list.invalidate();
    } catch {
      // Shown below the button.
    }
  });

  if (viewer && !isStudent) return null;
  return (
    <Stack align="center" gap={6} role="status">
      {own?.state === 'waiting' ? (
        <Text maw="30rem">
          <strong>Saved.</strong> You will hear from us in the app and by mail as soon as a tutor matches this search.{' '}
          <AnchorLink to="/account" hash="saved-searches">
            Your saved searches
          </AnchorLink>
        </Text>
      ) : (
        <>
          <Button variant="light" leftSection={<BellPlus size={18} />} loading={isPending} aria-describedby={noteId} onClick={() => void save()}>
            {own?.state === 'found' ? 'Look again' : 'Tell me when a tutor is there'}
          </Button>
          <Text id={noteId} size="sm" c={problem ? 'red' : 'dimmed'} maw="30rem">
            {problem
              ? errorMessageWithReason(problem, SAVE_FAILED)
              : own?.state === 'found'
                ? 'A tutor was there, and is no longer. We look for another one, and write to you once.'
                : 'We look for you, and write to you once: in the app and by mail.'}
          </Text>
          {toApiError(problem)?.code === 'saved_search.too_many' && (
            <AnchorLink to="/account" hash="saved-searches">
              Your saved searches
            </AnchorLink>
          )}
        </>
      )}
    </Stack>
  );
}
