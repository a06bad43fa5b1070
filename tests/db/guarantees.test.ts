import { expect, test } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';

const database = useDatabase();

const CONSTRAINTS: [table: string, name: string, definition: RegExp][] = [
  [
    'bookings',
    'bookings_tutor_never_twice',
    /EXCLUDE USING gist \(tutor_user_id WITH =, tstzrange\(start_time, end_time, '\[\)'::text\) WITH &&\) WHERE .*pending.*confirmed/,
  ],
  [
    'bookings',
    'bookings_student_never_twice',
    /EXCLUDE USING gist \(student_id WITH =, tstzrange\(start_time, end_time, '\[\)'::text\) WITH &&\) WHERE .*pending.*confirmed/,
  ],
  ...['subject_categories', 'subjects', 'topics'].map((table): [string, string, RegExp] => [
    table,
    `${table}_aliases_limit`,
    /cardinality\(aliases\) <= 20.*array_position\(aliases, NULL::text\) IS NULL.*array_position\(aliases, ''::text\) IS NULL/,
  ]),
  ...['subject_categories', 'subjects', 'topics'].flatMap((table) =>
    ['name_si', 'name_ta'].map((column): [string, string, RegExp] => [
      table,
      `${table}_${column}_length`,
      new RegExp(`CHECK .*char_length\\(${column}\\) >= 1.*char_length\\(${column}\\) <= 150`),
    ]),
  ),
  ['bookings', 'bookings_end_after_start', /CHECK \(\(end_time > start_time\)\)/],
  ['bookings', 'bookings_amount_not_negative', /CHECK \(\(amount_cents >= 0\)\)/],
  [
    'bookings',
    'bookings_cancellation_figures',
    /CHECK .*status = 'cancelled'.*refund_cents \+ retained_cents\) = amount_cents.*num_nonnulls\(refund_cents, retained_cents, platform_fee_cents\) = 3.*ELSE \(num_nonnulls\(.*\) = 0/s,
  ],
  ['bookings', 'bookings_cancelled_by_somebody', /CHECK .*status = 'cancelled'.*cancelled_by IS NOT NULL/],
  ['reviews', 'reviews_rating_range', /CHECK \(\(\(rating >= 1\) AND \(rating <= 5\)\)\)/],
  ['reviews', 'reviews_review_length', /CHECK .*char_length\(review\) >= 1.*<= 2000/],
  [
    'reports',
    'reports_of_one_thing',
    /CHECK .*message_id IS NULL.*'message'.*review_id, booking_id\) IS NULL.*'review'.*tutor_id IS NULL.*'profile'/s,
  ],
  ['reports', 'reports_snapshot_length', /CHECK .*char_length\(snapshot\) <= 2000/],
  ['tutor_slots', 'tutor_slots_apart', /EXCLUDE USING gist \(tutor_subject_id WITH =, day WITH =, int4range\(.*'\[\)'::text\) WITH &&\)/],
  ['tutor_slots', 'tutor_slots_end_after_start', /CHECK \(\(end_minute > start_minute\)\)/],
  ['tutor_slots', 'tutor_slots_in_a_day', /CHECK .*start_minute >= 0.*end_minute < 1440/],
  ['tutor_modes', 'tutor_modes_rate_range', /CHECK .*rate_cents >= 0.*rate_cents <= 10000000/],
  ['tutor_profiles', 'tutor_profiles_bio_length', /CHECK .*char_length\(bio\) <= 500/],
  ['tutor_profiles', 'tutor_profiles_locations_length', /CHECK .*char_length\(available_locations\) <= 100/],
  ['tutor_profiles', 'tutor_profiles_notice_range', /CHECK .*minimum_notice_hours >= 0.* AND .*minimum_notice_hours <= 168/],
  ['tutor_profiles', 'tutor_profiles_buffer_range', /CHECK .*buffer_minutes >= 0.* AND .*buffer_minutes <= 120/],
  ['tutor_profiles', 'tutor_profiles_earnings_not_negative', /CHECK .*total_earnings_cents >= 0/],
  ['tutor_profiles', 'tutor_profiles_verified_is_approved', /CHECK .*is_verified = .*approved/],
  ['tutor_subject_topics', 'tutor_subject_topics_at_most_five', /CHECK .*>= 0.*<= 4/],
  ['tutor_documents', 'tutor_documents_at_most_five', /CHECK .*>= 0.*<= 4/],
  ['tutor_days_off', 'tutor_days_off_in_order', /CHECK \(\(from_date <= to_date\)\)/],
  [
    'tutor_days_off',
    'tutor_days_off_hours_of_one_date',
    /CHECK .*num_nulls\(start_minute, end_minute\) = 2.*from_date = to_date.*end_minute <= 1440/s,
  ],
  ['tutor_days_off', 'tutor_days_off_note_length', /CHECK .*char_length\(note\) <= 200/],
  ['blogs', 'blogs_title_length', /CHECK .*char_length\(title\) >= 1.*<= 100/],
  ['blogs', 'blogs_content_length', /CHECK .*char_length\(content\) >= 1.*<= 100000/],
  ['blogs', 'blogs_creation_key_length', /CHECK .*char_length\(creation_key\) >= 1.*<= 255/],
  ['blogs', 'blogs_at_most_ten_tags', /CHECK .*cardinality\(tags\) <= 10/],
  ['announcements', 'announcements_to_one_role', /CHECK .*'system_message'.* = \(role IS NOT NULL\)/],
  ['announcements', 'announcements_title_length', /CHECK .*char_length\(title\) >= 1.*<= 200/],
  ['announcements', 'announcements_message_length', /CHECK .*char_length\(message\) >= 1.*<= 1000/],
  ['announcements', 'announcements_action_whole', /CHECK .*num_nulls\(action_label, action_url\)/],
  ['announcements', 'announcements_action_harmless', /CHECK .*action_url ~ '\^\(\/\(\?!\/\)\|https:\/\/\)'/],
  ...['si', 'ta'].flatMap((locale): [string, string, RegExp][] => [
    ['announcements', `announcements_${locale}_whole`, new RegExp(`CHECK .*num_nulls\\(title_${locale}, message_${locale}\\)`)],
    [
      'announcements',
      `announcements_${locale}_label`,
      new RegExp(`CHECK .*action_label_${locale} IS NULL.*num_nulls\\(title_${locale}, action_label\\) = 0`),
    ],
    ['announcements', `announcements_${locale}_length`, new RegExp(`CHECK .*char_length\\(title_${locale}\\) >= 1.*<= 200.*<= 1000`, 's')],
  ]),
  ['tutor_profiles', 'tutor_profiles_changed_is_verified', /CHECK .*changed_at IS NULL.*OR is_verified/],
  ['passkeys', 'passkeys_name_length', /CHECK .*char_length\(name\) >= 1.*<= 60/],
  ['challenges', 'challenges_tries_not_negative', /CHECK \(\(tries >= 0\)\)/],
  ['api_keys', 'api_keys_name_length', /CHECK .*char_length\(name\) >= 1.*<= 100/],
  ['webhook_endpoints', 'webhook_endpoints_url_length', /CHECK .*char_length\(url\) >= 1.*<= 2000/],
  ['webhook_endpoints', 'webhook_endpoints_some_events', /CHECK .*cardinality\(events\) > 0/],
  ['webhook_endpoints', 'webhook_endpoints_off_by_failures', /CHECK .*NOT is_off_by_failures.*off_at IS NOT NULL/],
  ['webhook_deliveries', 'webhook_deliveries_tries_not_negative', /CHECK \(\(tries >= 0\)\)/],
  ['webhook_deliveries', 'webhook_deliveries_waits_or_is_over', /CHECK .*'pending'.* = \(next_try_at IS NOT NULL\)/],
  ['webhook_attempts', 'webhook_attempts_answered_or_not', /CHECK .*num_nonnulls\(status, problem\) = 1/],
  ['saved_searches', 'saved_searches_filters_object', /CHECK .*jsonb_typeof\(filters\) = 'object'/],
  ['saved_searches', 'saved_searches_key_hash', /CHECK .*key ~ /],
  ['saved_searches', 'saved_searches_found_is_done', /CHECK .*found_at IS NULL.*OR .*next_check_at IS NULL/],
  ['data_archives', 'data_archives_ready_has_size', /CHECK .*num_nulls\(ready_at, bytes\)/],
  ['users', 'users_terms_dated', /CHECK .*num_nulls\(terms_version, terms_accepted_at\)/],
  ['subject_categories', 'subject_categories_order_not_negative', /CHECK \(\(sort_order >= 0\)\)/],
];

const UNIQUE: [table: string, name: string, columns: RegExp][] = [
  ['passkeys', 'passkeys_credential_id_key', /\(credential_id\)/],
  ['data_archives', 'data_archives_one_each_key', /\(user_id\)/],
  ['users', 'users_email_key', /\(lower\(email\)\)/],
  ['reviews', 'reviews_booking_id_key', /\(booking_id\)/],
  ['reports', 'reports_message_once_key', /\(reporter_id, message_id\)/],
  ['reports', 'reports_review_once_key', /\(reporter_id, booking_id\)/],
  ['reports', 'reports_profile_once_key', /\(reporter_id, about_user_id\) WHERE .*profile/],
  ['blogs', 'blogs_tutor_creation_key', /\(tutor_id, creation_key\) WHERE \(creation_key IS NOT NULL\)/],
  ['favourites', 'favourites_student_tutor_key', /\(student_id, tutor_id\)/],
  ['saved_searches', 'saved_searches_user_key', /\(user_id, key\)/],
  ['subject_categories', 'subject_categories_name_key', /\(lower\(name\)\)/],
  ['subjects', 'subjects_name_key', /\(lower\(name\)\)/],
  ['topics', 'topics_subject_name_key', /\(subject_id, lower\(name\)\)/],
  ['tutor_profiles', 'tutor_profiles_user_id_key', /\(user_id\)/],
  ['tutor_subjects', 'tutor_subjects_tutor_subject_key', /\(tutor_id, subject_id\)/],
  ['oauth_accounts', 'oauth_accounts_user_provider_key', /\(user_id, provider\)/],
  ['uploads', 'uploads_path_key', /\(path\)/],
  ['api_keys', 'api_keys_token_hash_key', /\(token_hash\)/],
  ['webhook_endpoints', 'webhook_endpoints_user_url_key', /\(user_id, url\)/],
  ['announcements', 'announcements_number_unique', /\(number\)/],
];

const REFERENCES: [table: string, column: string, to: string, onDelete: 'c' | 'n'][] = [
  ['sessions', 'user_id', 'users', 'c'],
  ['data_archives', 'user_id', 'users', 'c'],
  ['api_keys', 'user_id', 'users', 'c'],
  ['announcements', 'sent_by', 'users', 'n'],
  ['listing_backlog', 'tutor_id', 'tutor_profiles', 'c'],
  ['oauth_accounts', 'user_id', 'users', 'c'],
  ['codes', 'user_id', 'users', 'c'],
  ['totp_factors', 'user_id', 'users', 'c'],
  ['recovery_codes', 'user_id', 'users', 'c'],
  ['passkeys', 'user_id', 'users', 'c'],
  ['challenges', 'user_id', 'users', 'c'],
  ['known_devices', 'user_id', 'users', 'c'],
  ['password_resets', 'user_id', 'users', 'c'],
  ['subjects', 'category_id', 'subject_categories', 'n'],
  ['topics', 'subject_id', 'subjects', 'c'],
  ['tutor_profiles', 'user_id', 'users', 'c'],
  ['tutor_education', 'tutor_id', 'tutor_profiles', 'c'],
  ['tutor_experience', 'tutor_id', 'tutor_profiles', 'c'],
  ['tutor_subjects', 'tutor_id', 'tutor_profiles', 'c'],
  ['tutor_subjects', 'subject_id', 'subjects', 'c'],
  ['tutor_subject_topics', 'topic_id', 'topics', 'c'],
  ['tutor_modes', 'tutor_subject_id', 'tutor_subjects', 'c'],
  ['tutor_slots', 'tutor_subject_id', 'tutor_subjects', 'c'],
  ['tutor_documents', 'tutor_id', 'tutor_profiles', 'c'],
  ['tutor_documents', 'upload_id', 'uploads', 'c'],
  ['tutor_days_off', 'tutor_id', 'tutor_profiles', 'c'],
  ['tutor_approvals', 'tutor_id', 'tutor_profiles', 'c'],
  ['tutor_approvals', 'approved_by', 'users', 'n'],
  ['tutor_approval_documents', 'tutor_id', 'tutor_approvals', 'c'],
  ['tutor_approval_documents', 'upload_id', 'uploads', 'c'],
  ['tutor_rejections', 'user_id', 'users', 'c'],
  ['uploads', 'owner_id', 'users', 'c'],
  ['bookings', 'student_id', 'users', 'n'],
  ['bookings', 'tutor_user_id', 'users', 'n'],
  ['bookings', 'tutor_id', 'tutor_profiles', 'n'],
  ['bookings', 'subject_id', 'subjects', 'n'],
  ['booking_topics', 'booking_id', 'bookings', 'c'],
  ['booking_topics', 'topic_id', 'topics', 'n'],
  ['reviews', 'booking_id', 'bookings', 'c'],
  ['reviews', 'student_id', 'users', 'n'],
  ['reviews', 'tutor_user_id', 'users', 'n'],
  ['favourites', 'student_id', 'users', 'c'],
  ['saved_searches', 'user_id', 'users', 'c'],
  ['favourites', 'tutor_id', 'tutor_profiles', 'c'],
  ['blogs', 'tutor_id', 'tutor_profiles', 'c'],
  ['blog_likes', 'blog_id', 'blogs', 'c'],
  ['blog_images', 'blog_id', 'blogs', 'c'],
  ['blog_images', 'upload_id', 'uploads', 'c'],
  ['blog_likes', 'user_id', 'users', 'c'],
  ['notifications', 'user_id', 'users', 'c'],
  ['inboxes', 'user_id', 'users', 'c'],
  ['inbox_events', 'user_id', 'users', 'c'],
  ['request_keys', 'user_id', 'users', 'c'],
  ['mail_opt_outs', 'user_id', 'users', 'c'],
  ['push_subscriptions', 'user_id', 'users', 'c'],
  ['push_subscriptions', 'session_id', 'sessions', 'c'],
  ['calendar_feeds', 'user_id', 'users', 'c'],
  ['webhook_endpoints', 'user_id', 'users', 'c'],
  ['webhook_deliveries', 'endpoint_id', 'webhook_endpoints', 'c'],
  ['webhook_attempts', 'delivery_id', 'webhook_deliveries', 'c'],
  ['message_threads', 'student_id', 'users', 'n'],
  ['message_threads', 'tutor_user_id', 'users', 'n'],
  ['messages', 'thread_id', 'message_threads', 'c'],
  ['session_problems', 'booking_id', 'bookings', 'c'],
  ['removed_reviews', 'booking_id', 'bookings', 'c'],
  ['reports', 'reporter_id', 'users', 'n'],
  ['reports', 'about_user_id', 'users', 'n'],
  ['reports', 'message_id', 'messages', 'n'],
  ['reports', 'review_id', 'reviews', 'n'],
  ['reports', 'booking_id', 'bookings', 'n'],
  ['reports', 'tutor_id', 'tutor_profiles', 'n'],
  ['tutor_listings', 'tutor_id', 'tutor_profiles', 'c'],
  ['tutor_texts', 'tutor_id', 'tutor_profiles', 'c'],
];

// spec entities.6 | P §3 | Bio of at most 500, locations of at most 100 characters, also in the database | src/db/schema/tutors.ts
// spec entities.14 | P §3 | Rating: one per booking, 1 to 5, in the database | src/db/schema/engagement.ts
// spec states.52 | D Booking | A booking blocks the time for all subjects of the tutor | drizzle/0002_constraints.sql
// spec entities.37, s11-search.11
test.each(CONSTRAINTS)('%s: %s', async (table, name, definition) => {
  const [row] =
    await database.sql`select pg_get_constraintdef(oid) as definition from pg_constraint where conrelid = ${table}::regclass and conname = ${name}`;
  expect(row?.definition).toMatch(definition);
});

// spec entities.2 | P §3 | One account per email, ignoring case | drizzle/0001_schema.sql
// spec entities.18 | P §3 | Favourite: one per student and tutor, in the database | src/db/schema/engagement.ts
// spec entities.27 | P §3 | Names in the catalogue are unique, ignoring case | src/db/schema/catalogue.ts
// spec entities.14
test.each(UNIQUE)('%s: %s is unique', async (table, name, columns) => {
  const [row] = await database.sql`
    select pg_get_indexdef(indexrelid) as definition from pg_index where indrelid = ${table}::regclass and indexrelid = ${name}::regclass and indisunique`;
  expect(row?.definition).toMatch(columns);
});

// spec entities.28 | P §3 | Blog and its likes, in the schema | src/db/schema/engagement.ts
test.each(REFERENCES)('%s.%s refers to %s', async (table, column, to, onDelete) => {
  const [row] = await database.sql`
    select c.confrelid::regclass::text as target, c.confdeltype as deletion
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.conrelid = ${table}::regclass and a.attname = ${column}`;
  expect(row).toEqual({ target: to, deletion: onDelete });
});

test('whatever refers to a person goes with them or forgets them', async () => {
  const rows = await database.sql`
    select c.conrelid::regclass::text as table, c.confdeltype as deletion from pg_constraint c where c.contype = 'f' and c.confrelid = 'users'::regclass`;
  expect(rows.filter(({ deletion }) => deletion !== 'c' && deletion !== 'n')).toEqual([]);
  const checked = REFERENCES.filter(([, , to]) => to === 'users').map(([table]) => table);
  expect(rows.map(({ table }) => table).sort()).toEqual(checked.sort());
});

test('every foreign key has an index to delete by', async () => {
  const rows = await database.sql`
    select c.conrelid::regclass::text as table, a.attname as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and not exists (
      select 1 from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1] and i.indpred is null
    )`;
  expect([...rows]).toEqual([]);
});

test('the extensions and the immutable wrapper are there', async () => {
  const extensions = await database.sql`select extname from pg_extension where extname in ('btree_gist', 'pg_trgm', 'unaccent') order by 1`;
  expect(extensions.map(({ extname }) => extname)).toEqual(['btree_gist', 'pg_trgm', 'unaccent']);
  const [plain] =
    await database.sql`select plain_text('Café ÉCOLE සිංහල தமிழ்') as words, (select provolatile from pg_proc where proname = 'plain_text') as volatility`;
  expect(plain).toEqual({ words: 'cafe ecole සිංහල தமிழ்', volatility: 'i' });
});
