import { isDeepStrictEqual } from 'node:util';
import { eq, sql } from 'drizzle-orm';
import { uuidV7 } from '#db/columns.ts';
import { only } from '#db/executor.ts';
import { lockTutors } from '#db/locks.ts';
import { tutorProfiles as profiles } from '#db/schema/tutors.ts';
import type { As, SignedIn } from '#server/core/context.ts';
import { inUnitOfWork, type Unit } from '#server/core/unit-of-work.ts';
import type { SavedProfile, SaveProfileInput, StartedProfile, TutorProfileView } from '#shared/contracts/tutors.ts';
import { toModes, toWeek } from '#shared/domain/bookable.ts';
import type { ReviewedPart } from '#shared/domain/notification-copy.ts';
import { completeness, statusAfter } from '#shared/domain/profile-completeness.ts';
import { wallClock } from '#shared/domain/zone.ts';
import { DomainError } from '#shared/errors.ts';
import { SUCCESS } from '#shared/messages.ts';
import { writeParts } from './profile.moves.ts';
import { type Document, documentsOf, type Entry, entriesOf } from './profile-parts.queries.ts';
import { profileIdOf, tutorProfiles } from './tutors.queries.ts';

/** The caller's own profile; a tutor who has none gets an empty one. */
export async function ownProfile(ctx: SignedIn): Promise<TutorProfileView> {
  if (ctx.actor.role !== 'tutor') throw new DomainError('tutor.profile_not_found');
  const id = (await profileIdOf(ctx.db, ctx.actor.id)) ?? (await inUnitOfWork(ctx, startProfile));
  return only(await tutorProfiles(ctx, [id], 'owner'));
}

// being built
export async function createOwnProfile(_: As<'tutor'>, __: SaveProfileInput): Promise<StartedProfile> {
  throw new Error('being built');
}

/** Saves what was sent of the profile, as a draft or for review; one saving of a profile at a time. */
export function saveProfile(ctx: As<'tutor'>, input: SaveProfileInput): Promise<SavedProfile> {
  return inUnitOfWork(ctx, async (unit) => {
    const { db, actor, now, record } = unit;
    const id = await lockOwnProfile(unit);
    const before = only(await tutorProfiles(unit, [id], 'owner'));

    checkYears(unit, input);
    const entries = input.subjects && (await entriesOf(db, before, input.subjects));
    const documents = input.documents && (await documentsOf(db, { before, ownerId: actor.id }, input.documents));
    const after = {
      ...before,
      ...given(input),
      subjects: entries?.map(toCompletenessSubject) ?? before.subjects,
      documents: documents ?? before.documents,
    };
    const { isComplete } = completeness(after);
    const verificationStatus = statusAfter(before, isComplete);

    await db
      .update(profiles)
      .set({
        phone: after.phone,
        bio: after.bio,
        gender: after.gender,
        socialMedia: after.socialMedia,
        teachingMediums: after.teachingMediums,
        availableLocations: after.availableLocations,
        verificationStatus,
        rejectionReason: verificationStatus === 'rejected' ? before.rejectionReason : '',
        updatedAt: now(),
      })
      .where(eq(profiles.id, id));
    await writeParts(db, id, { education: input.education, experience: input.experience, documents, entries });

    const who = { tutorId: id, userId: actor.id, name: actor.name };
    const { isVerified } = before;
    record({ type: 'profile.saved', ...who, isVerified, isComplete, changed: isVerified ? changedParts(before, { ...input, documents }) : [] });
    if (verificationStatus === 'pending' && before.verificationStatus !== 'pending') record({ type: 'profile.submitted', ...who });
    return { message: messageFor({ isVerified, isComplete }), tutor: only(await tutorProfiles(unit, [id], 'owner')) };
  });
}

async function lockOwnProfile(unit: Unit<As<'tutor'>>): Promise<string> {
  const mine = eq(profiles.userId, unit.actor.id);
  const [profile] = await lockTutors(unit.db, mine);
  if (profile) return profile.id;
  await startProfile(unit);
  return only(await lockTutors(unit.db, mine)).id;
}

/** One row per person: whoever asks at the same time gets the same one. */
async function startProfile({ db, actor, now }: Unit<SignedIn>): Promise<string> {
  const at = now().toISOString();
  await db.execute(sql`
    insert into ${profiles} (id, user_id, phone, created_at, updated_at)
    select ${uuidV7()}::uuid, id, phone, ${at}::timestamptz, ${at}::timestamptz from users where id = ${actor.id}
    on conflict (user_id) do nothing`);
  const id = await profileIdOf(db, actor.id);
  if (id === null) throw new DomainError('tutor.profile_not_found');
  return id;
}

/** The fields that were sent, without the keys of those that were not. */
function given({ subjects, documents, ...fields }: SaveProfileInput): Omit<SaveProfileInput, 'subjects' | 'documents'> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function checkYears({ now, platform }: Unit<As<'tutor'>>, { education = [] }: SaveProfileInput): void {
  const thisYear = Number(wallClock(now(), platform.zone).date.slice(0, 4));
  const nth = education.findIndex(({ year }) => year > thisYear);
  if (nth >= 0) throw new DomainError('tutor.education_year', { field: `education.${nth}.year` });
}

function toCompletenessSubject({ topicIds, modes, slots }: Entry) {
  return { selectedTopics: topicIds, teachingModes: toModes(modes), availability: toWeek(slots) };
}

type Sent = Pick<SaveProfileInput, 'education' | 'experience'> & { documents?: readonly Document[] };

/** What an admin has looked at and would want to see again. */
function changedParts(before: TutorProfileView, { education, experience, documents }: Sent): ReviewedPart[] {
  const ids = (of: readonly { id: string }[]) => of.map(({ id }) => id).sort();
  const isChanged = {
    education: education !== undefined && !isDeepStrictEqual(education, before.education),
    experience: experience !== undefined && !isDeepStrictEqual(experience, before.experience),
    documents: documents !== undefined && !isDeepStrictEqual(ids(documents), ids(before.documents)),
  };
  return (['education', 'experience', 'documents'] as const).filter((part) => isChanged[part]);
}

function messageFor({ isVerified, isComplete }: { isVerified: boolean; isComplete: boolean }): string {
  if (isVerified) return SUCCESS.profileSaved;
  return isComplete ? SUCCESS.profileSubmitted : SUCCESS.profileDraft;
}
