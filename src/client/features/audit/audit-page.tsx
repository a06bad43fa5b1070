import { NativeSelect, Skeleton } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { ScrollText } from 'lucide-react';
import type { ReactNode } from 'react';
import { errorMessage, errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { ButtonLink } from '#client/ui/links.tsx';
import { MoreOfList } from '#client/ui/more-of-list.tsx';
import { Page, Toolbar } from '#client/ui/page.tsx';
import { Empty, ErrorState, Loading } from '#client/ui/page-state.tsx';
import { SearchForm } from '#client/ui/search-field.tsx';
import { zoneLabel } from '#client/ui/viewer-zone.ts';
import { AUDIT_TEXT } from '#shared/domain/audit-words.ts';
import { AUDIT_ACTIONS, type AuditAction } from '#shared/vocabulary/content.ts';
import { AuditLine } from './audit-line.tsx';
import classes from './audit-page.module.css';

const CHOICES = [{ value: '', label: 'Every action' }, ...AUDIT_ACTIONS.map((value) => ({ value: value as string, label: AUDIT_TEXT[value].label }))];

export type AuditSearch = { action?: AuditAction; q?: string };
export type AuditPageProps = { search: AuditSearch; zone: string; actions?: ReactNode };

/** Who did what to whom, and when. */
export function AuditPage({ search: { action, q = '' }, zone, actions }: AuditPageProps) {
  const pages = trpc.audit.list.useInfiniteQuery({ action, search: q }, { getNextPageParam: ({ nextCursor }) => nextCursor });
  const { data, error, isFetching, refetch } = pages;
  const navigate = useNavigate({ from: '/admin/audit' });
  const entries = data?.pages.flatMap((page) => page.entries);
  const isFiltered = action !== undefined || q !== '';

  return (
    <Page title="Audit Log" intro={`What admins have done, the latest first. Times are in ${zoneLabel(zone)}.`} actions={actions}>
      <Toolbar>
        <SearchForm
          label="Search by name"
          placeholder="Name of an admin, person or thing"
          searched={q}
          onSearch={(text) => void navigate({ search: (before) => ({ ...before, q: text || undefined }) })}
        />
        <NativeSelect
          label="Action"
          data={CHOICES}
          value={action ?? ''}
          onChange={({ currentTarget }) => {
            const chosen = AUDIT_ACTIONS.find((one) => one === currentTarget.value);
            void navigate({ search: (before) => ({ ...before, action: chosen }) });
          }}
        />
      </Toolbar>

      {!entries && !error && (
        <Loading label="Loading the audit log…">
          <div className={classes.waiting}>
            {['1', '2', '3', '4', '5', '6', '7', '8'].map((line) => (
              <Skeleton key={line} height={58} />
            ))}
          </div>
        </Loading>
      )}
      {!entries && error && (
        <ErrorState
          title="The audit log could not be read"
          message={errorMessage(error, 'Failed to fetch the audit log')}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {entries?.length === 0 && (
        <Empty
          title={isFiltered ? 'Nothing found' : 'Nothing has been done yet'}
          text={isFiltered ? 'No entry fits this search and action.' : 'Whatever an admin does is written down here, for good.'}
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
        <ol className={classes.entries} aria-label="Entries">
          {entries.map((entry) => (
            <AuditLine key={entry.id} entry={entry} zone={zone} />
          ))}
        </ol>
      )}
      {entries && <MoreOfList pages={pages} failure={errorMessageWithReason(error, 'Failed to fetch the audit log')} />}
    </Page>
  );
}
