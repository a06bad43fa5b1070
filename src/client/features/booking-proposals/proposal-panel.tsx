import { Button } from '@mantine/core';
import { CalendarClock, Check, Undo2, X } from 'lucide-react';
import { type MouseEvent, useState } from 'react';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { ActionBar } from '#client/ui/action-bar.tsx';
import { TimeNotice } from '#client/ui/time-notice.tsx';
import { useOpener } from '#client/ui/use-opener.ts';
import { ZonedInstant, ZonedTime } from '#client/ui/zoned-time.tsx';
import type { ProposalView } from '#shared/contracts/bookings.ts';
import type { Role } from '#shared/vocabulary/people.ts';
import classes from './proposal-panel.module.css';
import { nameOf, otherOf, type ProposalPartProps } from './proposal-parts.ts';
import { ProposeOnDemand } from './propose-on-demand.tsx';
import { type Answer, useAnswers } from './use-answers.ts';

/** Another time that waits for an answer, as each side sees it. */
export function ProposalPanel(props: ProposalPartProps) {
  const { proposal, status } = props.booking;
  if (!proposal || status !== 'confirmed' || props.now > proposal.lapsesAt) return null;
  return <OpenProposal key={proposal.id} {...props} proposal={proposal} />;
}

function OpenProposal({ booking, role, now, zone, proposal }: ProposalPartProps & { proposal: ProposalView }) {
  const { opener, returnFocus: leadBack } = useOpener();
  const { answer, pending, refused } = useAnswers(booking, proposal, leadBack);
  const keepFocus = useReturnFocus(pending !== null);
  const [instead, setInstead] = useState<Date>();
  const [isProposing, setProposing] = useState(false);
  const press = (chosen: Answer) => (event: MouseEvent<HTMLButtonElement>) => {
    opener.current = event.currentTarget;
    keepFocus(event.currentTarget);
    answer(chosen);
  };

  return (
    <section className={classes.panel} aria-labelledby="proposal">
      <h2 id="proposal" className={classes.title}>
        <CalendarClock size={20} aria-hidden="true" />
        {headingOf(proposal, role, nameOf(proposal.by, booking))}
      </h2>
      <dl className={classes.times}>
        <div data-new>
          <dt>New time</dt>
          <dd>
            <ZonedTime start={proposal.startTime} end={proposal.endTime} zone={zone} />
          </dd>
        </div>
        <div>
          <dt>Instead of</dt>
          <dd>
            <ZonedTime start={booking.startTime} end={booking.endTime} zone={zone} />
          </dd>
        </div>
      </dl>
      <p className={classes.terms}>
        {role === otherOf(proposal.by) ? 'You can answer until ' : `Waits for the answer of ${nameOf(otherOf(proposal.by), booking)} until `}
        <ZonedInstant at={proposal.lapsesAt} zone={zone} />
        {'. Until then the present time holds.'}
      </p>
      <p className={classes.terms} data-small>
        The price stays as it is, and cancelling counts from the time that holds.
      </p>
      {refused && (
        <TimeNotice
          kind="refused"
          title="The new time can no longer be had"
          message={refused.offers.length > 0 ? `${refused.sentence}. You can propose one of these instead.` : refused.sentence}
          offers={refused.offers}
          zone={zone}
          onChoose={(start) => {
            setInstead(start);
            setProposing(true);
          }}
        />
      )}
      {role === otherOf(proposal.by) && (
        <ActionBar>
          <div className={classes.buttons}>
            <Button
              leftSection={<Check size={18} aria-hidden="true" />}
              loading={pending === 'accept'}
              disabled={pending !== null}
              onClick={press('accept')}
            >
              Accept
            </Button>
            <Button
              variant="default"
              leftSection={<X size={18} aria-hidden="true" />}
              loading={pending === 'decline'}
              disabled={pending !== null}
              onClick={press('decline')}
            >
              Decline
            </Button>
          </div>
        </ActionBar>
      )}
      {role === proposal.by && (
        <div className={classes.buttons}>
          <Button variant="default" leftSection={<Undo2 size={18} aria-hidden="true" />} loading={pending === 'withdraw'} onClick={press('withdraw')}>
            Withdraw
          </Button>
        </div>
      )}
      {role !== 'admin' && (
        <ProposeOnDemand booking={booking} by={role} now={now} zone={zone} start={instead} opened={isProposing} onClose={() => setProposing(false)} />
      )}
    </section>
  );
}

function headingOf({ by }: ProposalView, role: Role, proposer: string): string {
  return role === by ? 'You have proposed another time' : `${proposer} proposes another time`;
}
