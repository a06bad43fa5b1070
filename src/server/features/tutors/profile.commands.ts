import { and, eq, or } from 'drizzle-orm';
import { only } from '#db/executor.ts';
import { lockLeavingAccount, withLocks } from '#db/locks.ts';
import { uploads } from '#db/schema/files.ts';
import { tutorProfiles as profiles, tutorDocuments } from '#db/schema/tutors.ts';
import type { CtxAs, SignedIn } from '#server/core/context.ts';
import { byId } from '#server/core/ids.ts';
import { inUnitOfWork, type Unit } from '#server/core/unit-of-work.ts';
import type { SavedProfile, SavedVacation, SaveProfileInput, SetVacationInput, StartedProfile, TutorProfileView } from '#shared/contracts/tutors.ts';
import { wallClock } from '#shared/domain/zone.ts';
import { DomainError } from '#shared/errors.ts';
import { SUCCESS } from '#shared/messages.ts';
import { changeProfile, lockOwnProfile, lockOwnProfileView, startProfile } from './profile.steps.ts';
import { resolveDocuments, resolveEntries } from './profile-parts.queries.ts';
import { findProfileId, getTutorProfiles } from './tutors.queries.ts';

export async function getOwnProfile(ctx: SignedIn): Promise<TutorProfileView> {
  if (ctx.actor.role !== 'tutor') throw new DomainError('tutor.profile_not_found');
  const id = (await findProfileId(ctx.db, ctx.actor.id)) ?? (await inUnitOfWork(ctx, startProfile)).id;
  return only(await getTutorProfiles(ctx, [id], 'owner'));
}

export async function createOwnProfile(ctx: CtxAs<'tutor'>, input: SaveProfileInput): Promise<StartedProfile> {
  if (Object.keys(omitUndefined(input)).length > 0) return save(ctx, input);
  const { id, isNew } = await inUnitOfWork(ctx, startProfile);
  return { isNew, tutor: only(await getTutorProfiles(ctx, [id], 'owner')) };
}

export async function saveProfile(ctx: CtxAs<'tutor'>, input: SaveProfileInput): Promise<SavedProfile> {
  const { message, tutor } = await save(ctx, input);
  return { message, tutor };
}

async function save(ctx: CtxAs<'tutor'>, input: SaveProfileInput): Promise<SavedProfile & StartedProfile> {
  const saved = await inUnitOfWork(ctx, async (unit) => {
    const { db, actor } = unit;
    const hasNewTimes = input.subjects !== undefined || input.bufferMinutes !== undefined || input.minimumNoticeHours !== undefined;
    const { current, isNew } = await lockOwnProfileView(unit, hasNewTimes ? 'update' : 'noKeyUpdate');
    if (input.revision !== undefined && input.revision !== current.revision) throw new DomainError('tutor.profile_changed');
    checkEducationYears(unit, input);
    const { education, experience, subjects, documents: names, revision: _, ...fields } = omitUndefined(input);
    const entries = subjects && (await resolveEntries(db, current, subjects));
    const documents = names && (await resolveDocuments(db, { current, ownerId: actor.id }, names));

    const { isComplete } = await changeProfile(unit, current, { fields, education, experience, documents, entries });
    const message = toMessage({ isVerified: current.isVerified, isComplete });
    return { message, isNew, tutor: only(await getTutorProfiles(unit, [current.id], 'owner')) };
  });
  // A new profile gets the tutor's counters at the end of the transaction.
  return saved.isNew ? { ...saved, tutor: only(await getTutorProfiles(ctx, [saved.tutor.id], 'owner')) } : saved;
}

function omitUndefined(input: SaveProfileInput): SaveProfileInput {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

function checkEducationYears({ now, platform }: Unit<CtxAs<'tutor'>>, { education = [] }: SaveProfileInput): void {
  const thisYear = Number(wallClock(now(), platform.zone).date.slice(0, 4));
  const index = education.findIndex(({ year }) => year > thisYear);
  if (index >= 0) throw new DomainError('tutor.education_year', { field: `education.${index}.year` });
}

function toMessage({ isVerified, isComplete }: { isVerified: boolean; isComplete: boolean }): string {
  if (isVerified) return SUCCESS.profileSaved;
  return isComplete ? SUCCESS.profileSubmitted : SUCCESS.profileDraft;
}

export async function setVacation(ctx: CtxAs<'tutor'>, { vacationMode: requested }: SetVacationInput): Promise<SavedVacation> {
  const { isNew, ...saved } = await inUnitOfWork(ctx, async (unit) => {
    const { db, now, record } = unit;
    const { id, isNew } = await lockOwnProfile(unit, 'update');
    const current = only(await getTutorProfiles(unit, [id], 'owner'));
    const vacationMode = requested ?? !current.vacationMode;
    if (vacationMode !== current.vacationMode) {
      await db.update(profiles).set({ vacationMode, updatedAt: now() }).where(eq(profiles.id, id));
      record({ type: 'tutor.availability_changed', tutorId: id });
    }
    const tutor = only(await getTutorProfiles(unit, [id], 'owner'));
    return { isNew, message: vacationMode ? SUCCESS.vacationOn : SUCCESS.vacationOff, vacationMode, tutor };
  });
  // A new profile gets the tutor's counters at the end of the transaction.
  return isNew ? { ...saved, tutor: only(await getTutorProfiles(ctx, [saved.tutor.id], 'owner')) } : saved;
}

export async function detachDocument(ctx: CtxAs<'tutor'>, { id: idOrPath }: { id: string }): Promise<void> {
  await inUnitOfWork(ctx, async ({ db, actor, record }) => {
    const {
      tutors: [profile],
    } = await withLocks(db, { tutors: { noKeyUpdate: eq(profiles.userId, actor.id) } });
    if (!profile) throw new DomainError('upload.unknown');
    const [document] = await db
      .select({ uploadId: uploads.id, path: uploads.path })
      .from(tutorDocuments)
      .innerJoin(uploads, eq(uploads.id, tutorDocuments.uploadId))
      .where(and(eq(tutorDocuments.tutorId, profile.id), or(byId(uploads.id, idOrPath), eq(uploads.path, idOrPath))));
    if (!document) throw new DomainError('upload.unknown');
    record({ type: 'upload.removed', ownerId: actor.id, ...document });
  });
}

export function deleteProfile(ctx: CtxAs<'tutor'>): Promise<void> {
  return inUnitOfWork(ctx, async ({ db, actor, record }) => {
    const account = await lockLeavingAccount(db, actor.id);
    if (!account) throw new DomainError('auth.expired');
    if (!account.profile) throw new DomainError('tutor.profile_not_found');
    record({ type: 'tutor.closed', tutorId: account.profile.id, userId: actor.id });
  });
}
