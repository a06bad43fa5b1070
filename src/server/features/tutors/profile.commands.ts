import { only } from '#db/executor.ts';
import type { As, SignedIn } from '#server/core/context.ts';
import { inUnitOfWork, type Unit } from '#server/core/unit-of-work.ts';
import type { SavedProfile, SaveProfileInput, StartedProfile, TutorProfileView } from '#shared/contracts/tutors.ts';
import { wallClock } from '#shared/domain/zone.ts';
import { DomainError } from '#shared/errors.ts';
import { SUCCESS } from '#shared/messages.ts';
import { changeProfile, lockOwnProfileView, startProfile } from './profile.steps.ts';
import { resolveDocuments, resolveEntries } from './profile-parts.queries.ts';
import { findProfileId, getTutorProfiles } from './tutors.queries.ts';

/** The caller's own profile; a tutor who has none gets an empty one. */
export async function getOwnProfile(ctx: SignedIn): Promise<TutorProfileView> {
  if (ctx.actor.role !== 'tutor') throw new DomainError('tutor.profile_not_found');
  const id = (await findProfileId(ctx.db, ctx.actor.id)) ?? (await inUnitOfWork(ctx, startProfile)).id;
  return only(await getTutorProfiles(ctx, [id], 'owner'));
}

/** The caller's own profile with what was sent, whether or not there was one. */
export async function createOwnProfile(ctx: As<'tutor'>, input: SaveProfileInput): Promise<StartedProfile> {
  if (Object.keys(omitUndefined(input)).length > 0) return save(ctx, input);
  const { id, isNew } = await inUnitOfWork(ctx, startProfile);
  return { isNew, tutor: only(await getTutorProfiles(ctx, [id], 'owner')) };
}

/** Saves what was sent of the profile, as a draft or for review; one saving of a profile at a time. */
export async function saveProfile(ctx: As<'tutor'>, input: SaveProfileInput): Promise<SavedProfile> {
  const { message, tutor } = await save(ctx, input);
  return { message, tutor };
}

async function save(ctx: As<'tutor'>, input: SaveProfileInput): Promise<SavedProfile & StartedProfile> {
  const saved = await inUnitOfWork(ctx, async (unit) => {
    const { db, actor } = unit;
    const { current, isNew } = await lockOwnProfileView(unit, input.subjects ? 'update' : 'noKeyUpdate');
    if (input.revision !== undefined && input.revision !== current.revision) throw new DomainError('tutor.profile_changed');
    checkEducationYears(unit, input);
    const { education, experience, subjects, documents: names, revision: _, ...fields } = omitUndefined(input);
    const entries = subjects && (await resolveEntries(db, current, subjects));
    const documents = names && (await resolveDocuments(db, { current, ownerId: actor.id }, names));

    const { isComplete } = await changeProfile(unit, current, { fields, education, experience, documents, entries });
    const message = toMessage({ isVerified: current.isVerified, isComplete });
    return { message, isNew, tutor: only(await getTutorProfiles(unit, [current.id], 'owner')) };
  });
  // What the person is counted by came to a new profile at the end of the transaction.
  return saved.isNew ? { ...saved, tutor: only(await getTutorProfiles(ctx, [saved.tutor.id], 'owner')) } : saved;
}

/** The fields that were sent, without the keys of those that were not. */
function omitUndefined(input: SaveProfileInput): SaveProfileInput {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

function checkEducationYears({ now, platform }: Unit<As<'tutor'>>, { education = [] }: SaveProfileInput): void {
  const thisYear = Number(wallClock(now(), platform.zone).date.slice(0, 4));
  const index = education.findIndex(({ year }) => year > thisYear);
  if (index >= 0) throw new DomainError('tutor.education_year', { field: `education.${index}.year` });
}

function toMessage({ isVerified, isComplete }: { isVerified: boolean; isComplete: boolean }): string {
  if (isVerified) return SUCCESS.profileSaved;
  return isComplete ? SUCCESS.profileSubmitted : SUCCESS.profileDraft;
}
