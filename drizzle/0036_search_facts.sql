DROP INDEX "tutor_texts_terms_idx";--> statement-breakpoint
ALTER TABLE "tutor_texts" ADD COLUMN "rating" smallint;--> statement-breakpoint
ALTER TABLE "tutor_texts" ADD COLUMN "total_reviews" integer;--> statement-breakpoint
ALTER TABLE "tutor_texts" ADD COLUMN "price" integer;--> statement-breakpoint
ALTER TABLE "tutor_texts" ADD COLUMN "experience" smallint;--> statement-breakpoint
ALTER TABLE "tutor_texts" ADD COLUMN "name_key" text;--> statement-breakpoint
ALTER TABLE "tutor_texts" ADD COLUMN "profile_created_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "tutor_texts" ADD COLUMN "is_female" boolean;--> statement-breakpoint
ALTER TABLE "tutor_texts" ADD COLUMN "is_verified" boolean;--> statement-breakpoint
ALTER TABLE "tutor_texts" ADD COLUMN "offers_online" boolean;--> statement-breakpoint
ALTER TABLE "tutor_texts" ADD COLUMN "offers_home_visit" boolean;--> statement-breakpoint
ALTER TABLE "tutor_texts" ADD COLUMN "offers_group" boolean;--> statement-breakpoint
ALTER TABLE "tutor_texts" ADD COLUMN "bookable_hours" bigint;--> statement-breakpoint
UPDATE "tutor_texts" AS "text" SET
  ("rating", "total_reviews", "price", "experience", "name_key", "profile_created_at", "is_female", "is_verified", "offers_online", "offers_home_visit", "offers_group", "bookable_hours")
  = ("listing"."rating", "listing"."total_reviews", "listing"."price", "listing"."experience", "listing"."name_key", "listing"."profile_created_at", "listing"."is_female",
    "listing"."is_verified", "listing"."offers_online", "listing"."offers_home_visit", "listing"."offers_group", "listing"."bookable_hours")
  FROM "tutor_listings" AS "listing"
  WHERE "listing"."tutor_id" = "text"."tutor_id" AND "listing"."scope" = '00000000-0000-0000-0000-000000000000';--> statement-breakpoint
ALTER TABLE "tutor_texts"
  ALTER COLUMN "rating" SET NOT NULL, ALTER COLUMN "total_reviews" SET NOT NULL, ALTER COLUMN "price" SET NOT NULL, ALTER COLUMN "experience" SET NOT NULL,
  ALTER COLUMN "name_key" SET NOT NULL, ALTER COLUMN "profile_created_at" SET NOT NULL, ALTER COLUMN "is_female" SET NOT NULL,
  ALTER COLUMN "is_verified" SET NOT NULL, ALTER COLUMN "offers_online" SET NOT NULL, ALTER COLUMN "offers_home_visit" SET NOT NULL,
  ALTER COLUMN "offers_group" SET NOT NULL, ALTER COLUMN "bookable_hours" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "tutor_texts" ADD COLUMN "weighted_rating" smallint GENERATED ALWAYS AS (((rating * total_reviews + 2000) / (total_reviews + 5))::smallint) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "tutor_texts_terms_idx" ON "tutor_texts" USING gin ("terms") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "listing_words_prefix_idx" ON "listing_words" USING btree ("word" text_pattern_ops);
