import type { Party } from '#shared/vocabulary/bookings.ts';
import { call, resultIn, toProcedure, type World } from './calls.ts';
import type { Chooser } from './chooser.ts';
import type { Person } from './people.ts';
import { certaintyOf, type Settlement } from './record.ts';

type Side = { person: Person; side: Party };

const PROCEDURES = { accepted: 'accept', declined: 'decline', withdrawn: 'withdraw' } as const satisfies { [S in Settlement]: string };

/** Another time for one of the person's confirmed sessions to come. */
export async function propose(world: World, { person, side }: Side, choose: Chooser, start: Date): Promise<void> {
  const { sql, record } = world;
  const coming = await sql<{ id: string }[]>`
    select id from bookings where ${sql(columnOf(side))} = ${person.user.id} and start_time > now() and status = 'confirmed' order by id limit 20`;
  if (coming.length === 0) return;
  const bookingId = choose.oneOf(coming).id;
  const answer = await call(world, person, toProcedure('proposals.propose', { bookingId, startTime: start }));
  const certainty = certaintyOf(answer.status);
  if (certainty === 'no') return;
  const proposalId = certainty === 'yes' ? (resultIn<{ proposal: { id: string } | null }>(answer).proposal?.id ?? null) : null;
  if (certainty === 'yes' && !proposalId) record.problems.push(`the answer to a proposal for ${bookingId} names none`);
  record.writes.push({ kind: 'proposed', bookingId, by: side, start: start.toISOString(), proposalId, certainty });
}

/** Mostly what the party may do; sometimes what only the other one may. */
export async function settle(world: World, { person, side }: Side, choose: Chooser): Promise<void> {
  const { sql, record } = world;
  const open = await sql<{ id: string; by: Party }[]>`
    select proposal.id, proposal.proposed_by as by from booking_proposals proposal join bookings booking on booking.id = proposal.booking_id
    where proposal.state = 'open' and ${sql(`booking.${columnOf(side)}`)} = ${person.user.id} order by proposal.id`;
  if (open.length === 0) return;
  const { id: proposalId, by } = choose.oneOf(open);
  const isForeign = choose.below(10) === 0;
  const as: Settlement = (by === side) !== isForeign ? 'withdrawn' : choose.oneOf(['accepted', 'accepted', 'declined'] as const);
  const certainty = certaintyOf((await call(world, person, toProcedure(`proposals.${PROCEDURES[as]}`, { id: proposalId }))).status);
  if (certainty === 'no') return;
  record.writes.push({ kind: 'settled', proposalId, as, certainty });
  if (isForeign && certainty === 'yes') record.problems.push(`the ${side} has ${as} the proposal ${proposalId} of the ${by}`);
}

const columnOf = (side: Party) => (side === 'student' ? 'student_id' : 'tutor_user_id');
