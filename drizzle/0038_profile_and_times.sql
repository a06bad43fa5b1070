ALTER TABLE "tutor_profiles" ADD COLUMN "headline" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "tutor_profiles" ADD COLUMN "introduction_video" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "tutor_profiles" ADD COLUMN "minimum_notice_hours" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "tutor_profiles" ADD COLUMN "buffer_minutes" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "tutor_profiles" ADD COLUMN "answer_minutes" integer;--> statement-breakpoint
CREATE INDEX "bookings_short_id_idx" ON "bookings" USING btree (right("id"::text, 8));--> statement-breakpoint
ALTER TABLE "tutor_profiles" ADD CONSTRAINT "tutor_profiles_headline_length" CHECK (char_length("tutor_profiles"."headline") <= 80);--> statement-breakpoint
ALTER TABLE "tutor_profiles" ADD CONSTRAINT "tutor_profiles_video_is_an_id" CHECK ("tutor_profiles"."introduction_video" ~ '^([A-Za-z0-9_-]{11})?$');--> statement-breakpoint
ALTER TABLE "tutor_profiles" ADD CONSTRAINT "tutor_profiles_notice_range" CHECK ("tutor_profiles"."minimum_notice_hours" between 0 and 168);--> statement-breakpoint
ALTER TABLE "tutor_profiles" ADD CONSTRAINT "tutor_profiles_buffer_range" CHECK ("tutor_profiles"."buffer_minutes" between 0 and 120);--> statement-breakpoint
ALTER TABLE "tutor_profiles" ADD CONSTRAINT "tutor_profiles_answer_not_negative" CHECK ("tutor_profiles"."answer_minutes" >= 0);--> statement-breakpoint
UPDATE "tutor_profiles" AS "profile" SET "answer_minutes" = "answered"."minutes"
FROM (
  SELECT "person"."id", round(percentile_cont(0.5) WITHIN GROUP (ORDER BY "latest"."minutes"))::integer AS "minutes"
  FROM "tutor_profiles" "person"
  CROSS JOIN LATERAL (
    SELECT CASE WHEN "cancelled_by" = 'system' AND "confirmed_at" IS NULL THEN 4320
      ELSE greatest(extract(epoch FROM coalesce("confirmed_at", "cancelled_at") - "created_at") / 60, 0) END AS "minutes"
    FROM "bookings" WHERE "tutor_user_id" = "person"."user_id"
      AND ("confirmed_at" IS NOT NULL OR "cancelled_by" = 'tutor' OR ("cancelled_by" = 'system' AND "cancellation_reason" = 'No response from tutor'))
    ORDER BY "created_at" DESC, "id" DESC LIMIT 20
  ) "latest"
  GROUP BY "person"."id" HAVING count(*) >= 3
) "answered"
WHERE "profile"."id" = "answered"."id";
