import { asc, eq, sql } from 'drizzle-orm';
import { only, prepareOnce } from '#db/executor.ts';
import { subjectCategories as categories } from '#db/schema/catalogue.ts';
import { blogs } from '#db/schema/engagement.ts';
import { EVERYWHERE, tutorListings } from '#db/schema/listing.ts';
import { users } from '#db/schema/people.ts';
import { tutorProfiles as profiles } from '#db/schema/tutors.ts';
import type { Ctx } from '#server/core/context.ts';
import type { SitemapCounts, SitemapPartInput, SitemapPost, SitemapTutor } from '#shared/contracts/sitemap.ts';
import { isPublic } from '#shared/domain/tutor-visibility.ts';
import { DomainError } from '#shared/errors.ts';

const isListed = sql`${tutorListings.scope} = ${sql.raw(`'${EVERYWHERE}'`)}`;
const isPublished = sql`${blogs.status} = 'published'`;
const limits = sql`limit ${sql.placeholder('limit')} offset ${sql.placeholder('offset')}`;

const selectCounts = prepareOnce((db) =>
  db
    .select({
      tutors: sql<number>`(select count(*) from ${tutorListings} where ${isListed})`.mapWith(Number),
      posts: sql<number>`(select count(*) from ${blogs} where ${isPublished})`.mapWith(Number),
    })
    .from(sql`(values (1)) one`)
    .prepare('sitemap_counts'),
);

// OFFSET skips earlier parts in an index that contains all columns of the inner query: the tenth part takes 30 ms, like the first.
// The oldest come first, so that new rows change only the last part.
const selectTutors = prepareOnce((db) => {
  const order = sql`${tutorListings.profileCreatedAt}, ${tutorListings.tutorId}`;
  return db
    .select({ id: profiles.id, name: users.name, updatedAt: profiles.updatedAt })
    .from(sql`(select ${tutorListings.tutorId} as part_id from ${tutorListings} where ${isListed} order by ${order} ${limits}) part`)
    .innerJoin(profiles, sql`${profiles.id} = part_id`)
    .innerJoin(users, eq(users.id, profiles.userId))
    .prepare('sitemap_tutors');
});

const selectPosts = prepareOnce((db) => {
  const order = sql`${blogs.createdAt}, ${blogs.id}`;
  return db
    .select({ id: blogs.id, updatedAt: blogs.updatedAt, accountStatus: users.status, verificationStatus: profiles.verificationStatus })
    .from(sql`(select ${blogs.id} as part_id from ${blogs} where ${isPublished} order by ${order} ${limits}) part`)
    .innerJoin(blogs, sql`${blogs.id} = part_id`)
    .innerJoin(profiles, eq(profiles.id, blogs.tutorId))
    .innerJoin(users, eq(users.id, profiles.userId))
    .prepare('sitemap_posts');
});

/** Pages of other categories are not to be indexed. */
const selectCategories = prepareOnce((db) =>
  db
    .select({ name: categories.name })
    .from(categories)
    .where(sql`${categories.isActive} and exists (select from ${tutorListings} where ${tutorListings.scope} = ${categories.id})`)
    .orderBy(asc(categories.order), asc(categories.id))
    .prepare('sitemap_categories'),
);

export async function getSitemapCounts({ db }: Ctx): Promise<SitemapCounts> {
  return only(await selectCounts(db).execute());
}

export async function listSitemapCategories({ db }: Ctx): Promise<string[]> {
  return (await selectCategories(db).execute()).map(({ name }) => name);
}

export async function listSitemapTutors({ db }: Ctx, part: SitemapPartInput): Promise<SitemapTutor[]> {
  return requireSome(await selectTutors(db).execute(toRange(part)));
}

/** The published posts of a part whose author is public; a part may therefore have fewer than its maximum. */
export async function listSitemapPosts({ db }: Ctx, part: SitemapPartInput): Promise<SitemapPost[]> {
  return requireSome(await selectPosts(db).execute(toRange(part))).filter(isPublic);
}

const toRange = ({ part, partSize }: SitemapPartInput) => ({ limit: partSize, offset: (part - 1) * partSize });

function requireSome<T>(rows: T[]): T[] {
  if (rows.length === 0) throw new DomainError('request.unknown_path');
  return rows;
}
