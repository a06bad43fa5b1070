-- What a character too many, too few, another or two exchanged may have made of a word: what is left without one character, or two of a long word.
-- Two words that share one of these are near. The cost is high, so that words are looked up by it and never read.
CREATE FUNCTION word_slips(word text) RETURNS text[]
  LANGUAGE plpgsql IMMUTABLE PARALLEL RESTRICTED STRICT COST 2000
  AS $$
    DECLARE
      head text := left(word, 10);
      slips text[] := array[head];
      one text;
    BEGIN
      FOR nth IN 1 .. length(head) LOOP
        one := left(head, nth - 1) || substr(head, nth + 1);
        slips := slips || one;
        CONTINUE WHEN length(word) < 8;
        FOR other IN nth .. length(one) LOOP
          slips := slips || (left(one, other - 1) || substr(one, other + 1));
        END LOOP;
      END LOOP;
      RETURN slips;
    END
  $$;
--> statement-breakpoint
-- The words of a text; between them stand spaces and punctuation. A plain expression, so that PostgreSQL puts it in place of the call.
CREATE FUNCTION text_words(words text) RETURNS text[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  AS $$
    SELECT string_to_array(translate(words, E'\n\t,.;:!?()/&+-\'"\u2019\u2013', '                  '), ' ')
  $$;
--> statement-breakpoint
-- What it answered before, some of it more than once, in a third of the time.
CREATE OR REPLACE FUNCTION text_pieces(words text) RETURNS text[]
  LANGUAGE plpgsql IMMUTABLE PARALLEL RESTRICTED STRICT COST 2000
  AS $$
    DECLARE
      letters text[] := string_to_array(words, NULL);
      pieces text[] := letters;
    BEGIN
      FOR nth IN 2 .. cardinality(letters) LOOP
        pieces := pieces || (letters[nth - 1] || letters[nth]);
      END LOOP;
      RETURN pieces;
    END
  $$;
--> statement-breakpoint
CREATE TABLE "listing_words" (
	"word" text PRIMARY KEY NOT NULL,
	"tutors" bigint NOT NULL,
	"places" bigint NOT NULL
);
--> statement-breakpoint
DROP INDEX "tutor_listings_rating_desc_idx";--> statement-breakpoint
DROP INDEX "tutor_listings_rating_asc_idx";--> statement-breakpoint
DROP INDEX "tutor_listings_price_desc_idx";--> statement-breakpoint
DROP INDEX "tutor_listings_price_asc_idx";--> statement-breakpoint
DROP INDEX "tutor_listings_experience_desc_idx";--> statement-breakpoint
DROP INDEX "tutor_listings_experience_asc_idx";--> statement-breakpoint
DROP INDEX "tutor_listings_name_idx";--> statement-breakpoint
DROP INDEX "tutor_listings_newest_idx";--> statement-breakpoint
ALTER TABLE "tutor_listings" ADD COLUMN "bookable_days" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "tutor_listings" ALTER COLUMN "bookable_days" DROP DEFAULT;--> statement-breakpoint
-- As db/listing.ts computes it: a bit per weekday with an hour, in any mode and in each, of the subjects that can be booked.
UPDATE "tutor_listings" AS "listing" SET "bookable_days" = "found"."days" FROM (
  SELECT "tutor_id", "scope", bit_or("days" | CASE WHEN "online" THEN "days" << 7 ELSE 0 END | CASE WHEN "home_visit" THEN "days" << 14 ELSE 0 END
    | CASE WHEN "in_group" THEN "days" << 21 ELSE 0 END) AS "days"
  FROM (
    SELECT "entry"."tutor_id", "entry"."id", "entry"."subject_id", coalesce("subject"."category_id", '00000000-0000-0000-0000-000000000001') AS "category_id",
      (SELECT bit_or(1 << (array_position(enum_range(NULL::weekday), "slot"."day") - 1)) FROM "tutor_slots" AS "slot"
        WHERE "slot"."tutor_subject_id" = "entry"."id" AND "slot"."end_minute" - "slot"."start_minute" >= 60) AS "days",
      bool_or("mode"."type" = 'online') AS "online", bool_or("mode"."type" = 'home-visit') AS "home_visit", bool_or("mode"."type" = 'group') AS "in_group"
    FROM "tutor_subjects" AS "entry"
    JOIN "subjects" AS "subject" ON "subject"."id" = "entry"."subject_id" AND "subject"."is_active"
    JOIN "tutor_modes" AS "mode" ON "mode"."tutor_subject_id" = "entry"."id" AND "mode"."enabled" AND "mode"."rate_cents" > 0
    GROUP BY "entry"."id", "subject"."id"
    HAVING bool_or("mode"."type" IN ('online', 'home-visit'))
  ) AS "offer"
  CROSS JOIN LATERAL (
    SELECT '00000000-0000-0000-0000-000000000000'::uuid AS "scope" UNION ALL SELECT "category_id" UNION ALL SELECT "subject_id"
    UNION ALL SELECT "topic_id" FROM "tutor_subject_topics" WHERE "tutor_subject_id" = "offer"."id"
  ) AS "place"
  WHERE "days" IS NOT NULL
  GROUP BY "tutor_id", "scope"
) AS "found"
WHERE "listing"."tutor_id" = "found"."tutor_id" AND "listing"."scope" = "found"."scope";--> statement-breakpoint
INSERT INTO "listing_words" ("word", "tutors", "places")
  SELECT "word", sum("tutors"), sum("places") FROM (
    SELECT "word", 1 AS "tutors", 0 AS "places" FROM (SELECT DISTINCT "tutor_id", unnest(text_words("words")) AS "word" FROM "tutor_texts") AS "anywhere"
    UNION ALL
    SELECT "word", 0, 1 FROM (SELECT DISTINCT "tutor_id", unnest(text_words("locations")) AS "word" FROM "tutor_texts") AS "located"
  ) AS "step"
  WHERE char_length("word") >= 3
  GROUP BY "word";--> statement-breakpoint
CREATE INDEX "listing_words_slips_idx" ON "listing_words" USING gin (word_slips("word")) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "listing_words_word_idx" ON "listing_words" USING gin ("word" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "tutor_listings_rating_desc_idx" ON "tutor_listings" USING btree ("scope","rating","total_reviews","profile_created_at","tutor_id","price","bookable_days","offers_online","offers_home_visit","offers_group","is_female","is_verified");--> statement-breakpoint
CREATE INDEX "tutor_listings_rating_asc_idx" ON "tutor_listings" USING btree ("scope",(-"rating"),"total_reviews","profile_created_at","tutor_id","rating","price","bookable_days","offers_online","offers_home_visit","offers_group","is_female","is_verified");--> statement-breakpoint
CREATE INDEX "tutor_listings_price_desc_idx" ON "tutor_listings" USING btree ("scope","price","rating","tutor_id","bookable_days","offers_online","offers_home_visit","offers_group","is_female","is_verified");--> statement-breakpoint
CREATE INDEX "tutor_listings_price_asc_idx" ON "tutor_listings" USING btree ("scope",(-"price"),"rating","tutor_id","price","bookable_days","offers_online","offers_home_visit","offers_group","is_female","is_verified");--> statement-breakpoint
CREATE INDEX "tutor_listings_experience_desc_idx" ON "tutor_listings" USING btree ("scope","experience","rating","tutor_id","price","bookable_days","offers_online","offers_home_visit","offers_group","is_female","is_verified");--> statement-breakpoint
CREATE INDEX "tutor_listings_experience_asc_idx" ON "tutor_listings" USING btree ("scope",(-"experience"),"rating","tutor_id","experience","price","bookable_days","offers_online","offers_home_visit","offers_group","is_female","is_verified");--> statement-breakpoint
CREATE INDEX "tutor_listings_name_idx" ON "tutor_listings" USING btree ("scope","name_key" collate "C","tutor_id","rating","price","bookable_days","offers_online","offers_home_visit","offers_group","is_female","is_verified");--> statement-breakpoint
CREATE INDEX "tutor_listings_newest_idx" ON "tutor_listings" USING btree ("scope","profile_created_at","tutor_id","rating","price","bookable_days","offers_online","offers_home_visit","offers_group","is_female","is_verified");