DROP INDEX "tutor_listings_rating_desc_idx";--> statement-breakpoint
DROP INDEX "tutor_listings_rating_asc_idx";--> statement-breakpoint
DROP INDEX "tutor_listings_price_desc_idx";--> statement-breakpoint
DROP INDEX "tutor_listings_price_asc_idx";--> statement-breakpoint
DROP INDEX "tutor_listings_experience_desc_idx";--> statement-breakpoint
DROP INDEX "tutor_listings_experience_asc_idx";--> statement-breakpoint
DROP INDEX "tutor_listings_name_idx";--> statement-breakpoint
DROP INDEX "tutor_listings_match_idx";--> statement-breakpoint
DROP INDEX "tutor_listings_newest_idx";--> statement-breakpoint
ALTER TABLE "tutor_listings" ADD COLUMN "bookable_hours" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "tutor_listings" ALTER COLUMN "bookable_hours" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "tutor_listings" DROP COLUMN "bookable_days";--> statement-breakpoint
-- As `updateListings` of src/db/listing.ts computes it.
WITH "entry" AS (
  SELECT "taught"."id", "taught"."tutor_id", "taught"."subject_id", coalesce("subject"."category_id", '00000000-0000-0000-0000-000000000001') AS "category_id",
    CASE WHEN "offered"."online" THEN "hours"."bits" ELSE 0 END | CASE WHEN "offered"."home_visit" THEN "hours"."bits" << 21 ELSE 0 END
      | CASE WHEN "offered"."in_group" THEN "hours"."bits" << 42 ELSE 0 END AS "bits"
  FROM "tutor_subjects" AS "taught"
  JOIN "subjects" AS "subject" ON "subject"."id" = "taught"."subject_id" AND "subject"."is_active"
  JOIN (
    SELECT "tutor_subject_id", bool_or("type" = 'online') AS "online", bool_or("type" = 'home-visit') AS "home_visit", bool_or("type" = 'group') AS "in_group"
    FROM "tutor_modes" WHERE "enabled" AND "rate_cents" > 0 GROUP BY "tutor_subject_id"
  ) AS "offered" ON "offered"."tutor_subject_id" = "taught"."id" AND ("offered"."online" OR "offered"."home_visit")
  JOIN (
    SELECT "slot"."tutor_subject_id",
      bit_or(1::bigint << (3 * (array_position(enum_range(NULL::weekday), "slot"."day") - 1) + "part"."index")) AS "bits"
    FROM "tutor_slots" AS "slot" CROSS JOIN (VALUES (0, 0, 720), (1, 720, 1020), (2, 1020, 1440)) AS "part" ("index", "begins", "until")
    CROSS JOIN LATERAL (SELECT "slot"."start_minute" + 60 * ((greatest("part"."begins" - "slot"."start_minute", 0) + 59) / 60) AS "start") AS "first"
    WHERE "first"."start" < "part"."until" AND "first"."start" + 60 <= "slot"."end_minute"
    GROUP BY "slot"."tutor_subject_id"
  ) AS "hours" ON "hours"."tutor_subject_id" = "taught"."id"
), "placed" AS (
  SELECT "tutor_id", '00000000-0000-0000-0000-000000000000'::uuid AS "scope", "bits" FROM "entry"
  UNION ALL SELECT "tutor_id", "category_id", "bits" FROM "entry"
  UNION ALL SELECT "tutor_id", "subject_id", "bits" FROM "entry"
  UNION ALL
  SELECT "entry"."tutor_id", "topic"."id", "bits" FROM "entry"
  JOIN "tutor_subject_topics" AS "chosen" ON "chosen"."tutor_subject_id" = "entry"."id"
  JOIN "topics" AS "topic" ON "topic"."id" = "chosen"."topic_id" AND "topic"."subject_id" = "entry"."subject_id" AND "topic"."is_active"
), "spot" AS (
  SELECT "tutor_id", "scope", bit_or("bits") AS "bits" FROM "placed" GROUP BY "tutor_id", "scope"
)
UPDATE "tutor_listings" AS "listing" SET "bookable_hours" = "spot"."bits"
FROM "spot" WHERE "spot"."tutor_id" = "listing"."tutor_id" AND "spot"."scope" = "listing"."scope";--> statement-breakpoint
CREATE INDEX "tutor_listings_rating_desc_idx" ON "tutor_listings" USING btree ("scope","rating","total_reviews","profile_created_at","tutor_id","price","bookable_hours","offers_online","offers_home_visit","offers_group","is_female","is_verified");--> statement-breakpoint
CREATE INDEX "tutor_listings_rating_asc_idx" ON "tutor_listings" USING btree ("scope",(-"rating"),"total_reviews","profile_created_at","tutor_id","rating","price","bookable_hours","offers_online","offers_home_visit","offers_group","is_female","is_verified");--> statement-breakpoint
CREATE INDEX "tutor_listings_price_desc_idx" ON "tutor_listings" USING btree ("scope","price","rating","tutor_id","bookable_hours","offers_online","offers_home_visit","offers_group","is_female","is_verified");--> statement-breakpoint
CREATE INDEX "tutor_listings_price_asc_idx" ON "tutor_listings" USING btree ("scope",(-"price"),"rating","tutor_id","offers_online","offers_home_visit","offers_group","is_female","is_verified","price","bookable_hours");--> statement-breakpoint
CREATE INDEX "tutor_listings_experience_desc_idx" ON "tutor_listings" USING btree ("scope","experience","rating","tutor_id","price","bookable_hours","offers_online","offers_home_visit","offers_group","is_female","is_verified");--> statement-breakpoint
CREATE INDEX "tutor_listings_experience_asc_idx" ON "tutor_listings" USING btree ("scope",(-"experience"),"rating","tutor_id","offers_online","offers_home_visit","offers_group","is_female","is_verified","experience","price","bookable_hours");--> statement-breakpoint
CREATE INDEX "tutor_listings_name_idx" ON "tutor_listings" USING btree ("scope","name_key" collate "C","tutor_id","rating","price","bookable_hours","offers_online","offers_home_visit","offers_group","is_female","is_verified");--> statement-breakpoint
CREATE INDEX "tutor_listings_match_idx" ON "tutor_listings" USING btree ("scope","weighted_rating","tutor_id","rating","price","bookable_hours","offers_online","offers_home_visit","offers_group","is_female","is_verified");--> statement-breakpoint
CREATE INDEX "tutor_listings_newest_idx" ON "tutor_listings" USING btree ("scope","profile_created_at","tutor_id","rating","price","bookable_hours","offers_online","offers_home_visit","offers_group","is_female","is_verified");
