import { Card, NativeSelect } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ScrollText } from 'lucide-react';
import type { ReactNode } from 'react';
import { errorMessage, errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { BY_CURSOR, useTRPC } from '#client/lib/rpc/trpc.ts';
import { ButtonLink } from '#client/ui/links.tsx';
import { MoreOfList } from '#client/ui/more-of-list.tsx';
import { Page, Toolbar } from '#client/ui/page.tsx';
import { Empty, Loading, QueryError, Skeletons } from '#client/ui/page-state.tsx';
import { SearchForm } from '#client/ui/search-field.tsx';
import { useTimeZone } from '#client/ui/time-zone.ts';
import { AUDIT_TEXT } from '#shared/domain/audit-text.ts';
import { zoneLabel } from '#shared/domain/zone.ts';
import { AUDIT_ACTIONS } from '#shared/vocabulary/audit.ts';
import { AuditListItem } from './audit-entry.tsx';
import { type AuditSearch, toAuditInput } from './audit-search.ts';

const CHOICES: { value: string; label: string }[] = [
  { value: '', label: 'Every action' },
  ...AUDIT_ACTIONS.map((value) => ({ value, label: AUDIT_TEXT[value].label })),
];

export type AuditPageProps = { search: AuditSearch; actions?: ReactNode };

export function AuditPage({ search, actions }: AuditPageProps) {
  const { action, search: q } = toAuditInput(search);
  const zone = useTimeZone();
  const trpc = useTRPC();
  const pages = useInfiniteQuery(trpc.audit.list.infiniteQueryOptions({ action, search: q }, BY_CURSOR));
  const { data, error, isFetching, refetch } = pages;
  const navigate = useNavigate({ from: '/admin/audit' });
  const entries = data?.pages.flatMap((page) => page.entries);
  const isFiltered = action !== undefined || q !== '';

  return (
    <Page title="Audit Log" intro={`What admins have done, newest first. Times are in ${zoneLabel(zone)}.`} actions={actions}>
      <Toolbar>
        <SearchForm
          label="Search by name"
          placeholder="Name of an admin, person or thing"
          searched={q}
          onSearch={(text) => void navigate({ search: (previous) => ({ ...previous, q: text || undefined }) })}
        />
        <NativeSelect
          label="Action"
          data={CHOICES}
          value={action ?? ''}
          onChange={({ currentTarget }) => {
            const selected = AUDIT_ACTIONS.find((value) => value === currentTarget.value);
            void navigate({ search: (previous) => ({ ...previous, action: selected }) });
          }}
        />
      </Toolbar>

      {!entries && !error && (
        <Loading label="Loading the audit log…">
          <Skeletons count={8} height={58} gap="xs" />
        </Loading>
      )}
      {!entries && error && (
        <QueryError
          title="The audit log could not be loaded"
          message={errorMessage(error, 'Failed to fetch the audit log')}
          query={{ isFetching, refetch }}
        />
      )}
      {entries?.length === 0 && (
        <Empty
          title={isFiltered ? 'Nothing found' : 'No entries yet'}
          text={isFiltered ? 'No entries match this search and action.' : 'Everything admins do is recorded here permanently.'}
          icon={<ScrollText size={26} />}
          action={
            isFiltered && (
              <ButtonLink to="/admin/audit" variant="default">
                Show every entry
              </ButtonLink>
            )
          }
        />
      )}
      {entries && entries.length > 0 && (
        <Card component="ol" p={0} style={{ overflow: 'hidden' }} aria-label="Entries">
          {entries.map((entry) => (
            <AuditListItem key={entry.id} entry={entry} />
          ))}
        </Card>
      )}
      {entries && <MoreOfList pages={pages} failure={errorMessageWithReason(error, 'Failed to fetch the audit log')} />}
    </Page>
  );
}
