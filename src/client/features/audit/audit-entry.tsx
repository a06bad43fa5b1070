import { Box, Text, VisuallyHidden } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { Fact, Facts } from '#client/ui/facts.tsx';
import { useTimeZone } from '#client/ui/time-zone.ts';
import type { AuditEntry } from '#shared/contracts/audit.ts';
import { auditSentence } from '#shared/domain/audit-text.ts';
import { formatInstant } from '#shared/domain/zone.ts';
import classes from './audit-entry.module.css';

export type AuditListItemProps = { entry: AuditEntry };

export function AuditListItem({ entry }: AuditListItemProps) {
  const zone = useTimeZone();
  const details = toDetails(entry.details);
  const head = (
    <>
      <span>{auditSentence(entry)}</span>
      <Text component="time" size="sm" c="dimmed" lh={1.45} dateTime={entry.createdAt.toISOString()}>
        {formatInstant(entry.createdAt, zone)}
      </Text>
    </>
  );
  if (details.length === 0) {
    return (
      <li className={classes.entry}>
        <div className={classes.head}>{head}</div>
      </li>
    );
  }
  return (
    <li className={classes.entry}>
      <details>
        <summary className={classes.head}>
          {head}
          <ChevronDown size={18} aria-hidden="true" />
        </summary>
        <Facts layout="rows" labelWidth="9rem" p="0.25rem 1rem 1rem">
          {details.map((detail) => (
            <Fact key={detail.name} label={detail.name}>
              <Value detail={detail} />
            </Fact>
          ))}
        </Facts>
      </details>
    </li>
  );
}

function Value({ detail }: { detail: Detail }) {
  if (!('before' in detail)) return detail.value;
  return (
    <>
      <Box component="del" px={4} bdrs={4} bg="var(--vidya-danger-tint)" c="var(--vidya-danger-ink)">
        <VisuallyHidden>Before: </VisuallyHidden>
        {detail.before}
      </Box>{' '}
      <Box component="ins" px={4} bdrs={4} bg="var(--vidya-success-tint)" c="var(--vidya-success-ink)" td="none">
        <VisuallyHidden>After: </VisuallyHidden>
        {detail.after}
      </Box>
    </>
  );
}

type Detail = { name: string; value: string } | { name: string; before: string; after: string };

const NOTHING = '–';

function toDetails({ reason, note, before, after, ...more }: AuditEntry['details']): Detail[] {
  const facts = Object.entries({ reason, note, ...more }).map(([name, value]) => ({ name: formatName(name), value: formatValue(value) }));
  const [previous, next] = [toRecord(before), toRecord(after)];
  const changes = [...new Set([...Object.keys(previous), ...Object.keys(next)])].map((name) => ({
    name: formatName(name),
    before: formatValue(previous[name]),
    after: formatValue(next[name]),
  }));
  return [...facts.filter(({ value }) => value !== NOTHING), ...changes.filter((change) => change.before !== change.after)];
}

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

/** `isActive` is `Is active`. */
function formatName(key: string): string {
  const name = key
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function formatValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return NOTHING;
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map(formatValue).join(', ') || NOTHING;
  if (typeof value !== 'object') return String(value);
  const fields = Object.entries(value).map(([name, field]) => `${formatName(name)}: ${formatValue(field)}`);
  return fields.join('; ') || NOTHING;
}
