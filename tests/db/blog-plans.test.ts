import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aTutor, NOW, type Tutor } from '#tests/support/factories.ts';
import { analyze, countBlocks, explainStatement, PLAN_MODES } from '#tests/support/plans.ts';
import { createRecordingDb, type Statement } from '#tests/support/statements.ts';

const AUTHORS = 5_000;
const POSTS = 30_000;
const database = useDatabase();
let tutor: Tutor;

beforeAll(async () => {
  const { db } = database;
  tutor = await aTutor(db);
  const at = NOW.toISOString();
  await db.execute(sql`insert into users (id, name, email, role) select gen_random_uuid(), 'Person', n || '@bulk.example', 'tutor'
    from generate_series(1, ${AUTHORS}::int) n`);
  await db.execute(sql`insert into tutor_profiles (id, user_id) select gen_random_uuid(), id from users where email like '%@bulk.example'`);
  await db.execute(sql`
    insert into blogs (id, tutor_id, title, content, tags, status, created_at)
    select gen_random_uuid(), author.id, 'Post ' || md5(n::text), '<p>Words.</p>', array['tag ' || n % 500, 'everywhere'],
      (case when n % 5 = 0 then 'draft' else 'published' end)::blog_status, ${at}::timestamptz - n * interval '1 minute'
    from generate_series(1, ${POSTS}::int) n
    join (select id, row_number() over () as nth from tutor_profiles) author on author.nth = 1 + n % ${AUTHORS}::int`);
  await db.execute(
    sql`insert into blog_likes (blog_id, user_id) select id, (select user_id from tutor_profiles limit 1) from blogs where status = 'published'`,
  );
  await db.execute(sql`insert into blogs (id, tutor_id, title, content, status) select gen_random_uuid(), ${tutor.id}::uuid, 'Mine', 'x', 'draft'
    from generate_series(1, 30)`);
  await analyze(database);
}, 60_000);

type Blogs = ReturnType<typeof callerAs>['blogs'];

async function sentBy(work: (blogs: Blogs) => Promise<unknown>) {
  const { db, statements } = createRecordingDb(database);
  await work(callerAs({ db }, tutor.user).blogs);
  return statements;
}

const CURSOR = `${NOW.getTime() - 60_000_000}.ffffffff-ffff-7fff-bfff-ffffffffffff`;

describe.each(PLAN_MODES)('with %s', (mode) => {
  // spec blogs.29 | S3 | Lists are read in the order of their indexes | src/server/features/blogs/blogs.queries.ts
  test.each<[string, (blogs: Blogs) => Promise<unknown>, number]>([
    ['what is published', (blogs) => blogs.published({}), 400],
    ['its next page', (blogs) => blogs.published({ cursor: CURSOR }), 400],
    ['a large page', (blogs) => blogs.published({ limit: 24 }), 800],
    ['what has a tag', (blogs) => blogs.published({ tag: 'tag 7' }), 1_500],
    ['what has a tag that most have', (blogs) => blogs.published({ tag: 'everywhere' }), 8_000],
    ['what a search finds', (blogs) => blogs.published({ search: 'c4ca4238' }), 4_000],
    ["one's own", (blogs) => blogs.own({ status: 'draft' }), 400],
    ["the number of one's own", (blogs) => blogs.ownCounts(), 100],
    ["all of one's own", (blogs) => blogs.allOwn(), 1_000],
    ['what a tutor has published', (blogs) => blogs.allOfTutor({ id: tutor.id }), 400],
  ])('%s is found without reading a table from end to end', async (_, work, most) => {
    for (const statement of await sentBy(work)) {
      // A generic plan is never chosen, see below.
      if (mode === 'force_generic_plan' && statement.text.includes('generate_series')) continue;
      const plan = await explainStatement(database, statement, mode);
      expect.soft(plan.text).not.toMatch(/Seq Scan (blogs|blog_likes|users|tutor_profiles)/);
      expect.soft(await countBlocks(database, statement, mode), plan.text).toBeLessThan(most);
    }
  });

  test('one post is found by its id', async () => {
    const { blogs } = await callerAs(database, tutor.user).blogs.published({ limit: 1 });
    for (const statement of await sentBy((api) => api.byId({ id: blogs[0]?.id ?? '' }))) {
      const plan = await explainStatement(database, statement, mode);
      expect.soft(plan.text).not.toMatch(/Seq Scan (blogs|blog_likes|users|tutor_profiles)/);
    }
  });
});

// spec blogs.29
test.each<[string, (blogs: Blogs, text: string) => Promise<unknown>, [common: string, rare: string], string]>([
  ['a tag', (blogs, tag) => blogs.published({ tag }), ['everywhere', 'tag 7'], 'blogs_tags_idx'],
  ['a search', (blogs, search) => blogs.published({ search }), ['everywhere', 'c4ca4238'], 'blogs_title_text_idx'],
])('%s is planned for anew each time: a common one is read in order, a rare one looked up', async (_, work, [common, rare], indexName) => {
  const [ofCommon, ofRare] = [await sentBy((blogs) => work(blogs, common)), await sentBy((blogs) => work(blogs, rare))].map(
    ([statement]) => statement,
  );
  if (!ofCommon || !ofRare) throw new Error('nothing was sent');
  const plans = await database.sql.begin(async (tx) => {
    await tx.unsafe(`prepare many_times as ${ofCommon.text}`);
    for (let index = 0; index < 10; index += 1) await tx.unsafe(executing(ofCommon));
    const explained = [await tx.unsafe(`explain ${executing(ofCommon)}`), await tx.unsafe(`explain ${executing(ofRare)}`)];
    await tx.unsafe('deallocate many_times');
    return explained.map((lines) => JSON.stringify(lines));
  });
  expect(plans[0]).toContain('blogs_published_newest_idx');
  expect(plans[1]).toContain(indexName);
});

const executing = ({ params }: Statement) => `execute many_times (${params.map((value) => (value === null ? 'null' : `'${value}'`)).join(', ')})`;
