import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Card, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { AnchorLink } from '#client/ui/links.tsx';
import type { EarningsMonth } from '#shared/contracts/bookings.ts';
import { owedLines } from '#shared/domain/cancellation-copy.ts';
import { formatRupees } from '#shared/domain/money.ts';
import { textsOf, translatedName } from '#shared/domain/texts.ts';
import { formatInstant } from '#shared/domain/zone.ts';
import classes from './earnings-page.module.css';

type SessionsProps = { earnings: EarningsMonth; zone: string };

export function MonthTotals({ earnings: { earned, charges, cancelled } }: Pick<SessionsProps, 'earnings'>) {
  const { t, i18n } = useLingui();
  return (
    <Card component="dl" className={classes.totals} data-tabular>
      <Total name={t`Completed sessions`} value={`${earned.sessions}`} />
      <Total name={t`Gross`} value={formatRupees(earned.gross, i18n.locale)} />
      <Total name={t`Platform fee`} value={formatRupees(earned.fee, i18n.locale)} />
      <Total name={t`Net`} value={formatRupees(earned.net, i18n.locale)} isSum />
      {cancelled.length > 0 && (
        <Total name={t`Cancellation charges`} note={t`Not part of the other figures.`} value={formatRupees(charges.owed, i18n.locale)} />
      )}
    </Card>
  );
}

type TotalProps = { name: string; value: string; note?: string; isSum?: true };

function Total({ name, value, note, isSum }: TotalProps) {
  return (
    <div data-sum={isSum}>
      <dt>
        {name}
        {note && (
          <Text span display="block" size="xs" c="dimmed">
            {note}
          </Text>
        )}
      </dt>
      <dd>{value}</dd>
    </div>
  );
}

export function CompletedSessions({ earnings: { completed, earned }, zone }: SessionsProps) {
  const { t } = useLingui();
  return (
    <SessionTable
      title={t`Completed sessions`}
      amounts={[t`Price`, t`Platform fee`, t`Net`]}
      rows={completed.map((session) => ({ session, amounts: [session.price, session.fee, session.net] }))}
      totals={[earned.gross, earned.fee, earned.net]}
      zone={zone}
    />
  );
}

const ORDER = { owed: 0, due: 1, fee: 2 } as const;
const nameOf = (i18n: I18n, amount: keyof typeof ORDER): string =>
  owedLines({ retained: 0, platformFee: 0 }, 'tutor', textsOf(i18n))[ORDER[amount]]?.name ?? '';

export function CancelledSessions({ earnings: { cancelled, charges }, zone }: SessionsProps) {
  const { t, i18n } = useLingui();
  return (
    <SessionTable
      title={t`Cancelled late`}
      intro={t`What your students owe under our cancellation terms. It is not part of gross or net above.`}
      amounts={[nameOf(i18n, 'owed'), nameOf(i18n, 'fee'), nameOf(i18n, 'due')]}
      rows={cancelled.map((session) => ({ session, amounts: [session.owed, session.fee, session.due] }))}
      totals={[charges.owed, charges.fee, charges.due]}
      zone={zone}
    />
  );
}

type Session = EarningsMonth['completed'][number] | EarningsMonth['cancelled'][number];
type Amounts = readonly [whole: number, fee: number, own: number];
type SessionTableProps = {
  title: string;
  intro?: ReactNode;
  amounts: readonly [string, string, string];
  rows: readonly { session: Session; amounts: Amounts }[];
  totals: Amounts;
  zone: string;
};

const COLUMNS: readonly { name: MessageDescriptor; isNumber?: true }[] = [
  { name: msg`Date` },
  { name: msg`Student` },
  { name: msg`Subject` },
  { name: msg`Hours`, isNumber: true },
];

function SessionTable({ title, intro, amounts: names, rows, totals, zone }: SessionTableProps) {
  const { i18n } = useLingui();
  const id = useId();
  const sessionCount = rows.length;
  return (
    <section aria-labelledby={id}>
      <Title order={2} size="h3" id={id} mb={intro ? 4 : 'sm'}>
        {title}
      </Title>
      {intro && (
        <Text c="dimmed" mb="sm">
          {intro}
        </Text>
      )}
      <table className={classes.table} aria-labelledby={id}>
        <thead>
          <tr>
            {COLUMNS.map(({ name, isNumber }) => (
              <th key={name.id} scope="col" data-number={isNumber}>
                {i18n._(name)}
              </th>
            ))}
            {names.map((name) => (
              <th key={name} scope="col" data-number>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ session: { id: bookingId, startTime, student, subject, hours }, amounts }) => (
            <tr key={bookingId}>
              <th scope="row">
                <AnchorLink to="/bookings/$id" params={{ id: bookingId }}>
                  <time dateTime={startTime.toISOString()}>{formatInstant(startTime, zone, i18n.locale)}</time>
                </AnchorLink>
              </th>
              <td data-part="student">{student}</td>
              <td data-part="subject">{translatedName(i18n, subject)}</td>
              <td data-part="hours" data-number>
                <Trans>
                  {hours}
                  <span className={classes.unit}>
                    {' '}
                    <Plural value={hours} one="hour" other="hours" />
                  </span>
                </Trans>
              </td>
              <AmountCells names={names} amounts={amounts} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={4}>
              <Plural value={sessionCount} one="# session" other="# sessions" />
            </th>
            <AmountCells names={names} amounts={totals} />
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

const PARTS = ['whole', 'fee', 'own'] as const;

function AmountCells({ names, amounts }: { names: SessionTableProps['amounts']; amounts: Amounts }) {
  const { i18n } = useLingui();
  return amounts.map((amount, index) => (
    <td key={names[index]} data-part={PARTS[index]} data-name={names[index]} data-number>
      {formatRupees(amount, i18n.locale)}
    </td>
  ));
}
