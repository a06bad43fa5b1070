CREATE TYPE "public"."reported_thing" AS ENUM('message', 'review', 'profile');--> statement-breakpoint
CREATE TABLE "removed_reviews" (
	"booking_id" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "reports" DROP CONSTRAINT "reports_of_one_thing";--> statement-breakpoint
ALTER TABLE "reports" DROP CONSTRAINT "reports_message_id_messages_id_fk";
--> statement-breakpoint
ALTER TABLE "reports" DROP CONSTRAINT "reports_review_id_reviews_id_fk";
--> statement-breakpoint
ALTER TABLE "reports" DROP CONSTRAINT "reports_tutor_id_tutor_profiles_id_fk";
--> statement-breakpoint
DROP INDEX "reports_review_once_key";--> statement-breakpoint
DROP INDEX "reports_profile_once_key";--> statement-breakpoint
ALTER TABLE "message_threads" ADD COLUMN "student_read_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "message_threads" ADD COLUMN "tutor_read_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "about" "reported_thing";--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "booking_id" uuid;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "about_user_id" uuid;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "snapshot" text;--> statement-breakpoint
-- What is reported already is as it was told, as far as it still stands as it was.
UPDATE "reports" SET "about" = 'message', "snapshot" = "message"."text",
  "about_user_id" = CASE "message"."sent_by" WHEN 'student' THEN "thread"."student_id" ELSE "thread"."tutor_user_id" END
  FROM "messages" "message" JOIN "message_threads" "thread" ON "thread"."id" = "message"."thread_id" WHERE "message"."id" = "reports"."message_id";--> statement-breakpoint
UPDATE "reports" SET "about" = 'review', "snapshot" = left("review"."review", 2000), "about_user_id" = "review"."student_id", "booking_id" = "review"."booking_id"
  FROM "reviews" "review" WHERE "review"."id" = "reports"."review_id";--> statement-breakpoint
UPDATE "reports" SET "about" = 'profile', "snapshot" = "profile"."bio", "about_user_id" = "profile"."user_id"
  FROM "tutor_profiles" "profile" WHERE "profile"."id" = "reports"."tutor_id";--> statement-breakpoint
ALTER TABLE "reports" ALTER COLUMN "about" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "reports" ALTER COLUMN "snapshot" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "removed_reviews" ADD CONSTRAINT "removed_reviews_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_about_user_id_users_id_fk" FOREIGN KEY ("about_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_review_id_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."reviews"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_tutor_id_tutor_profiles_id_fk" FOREIGN KEY ("tutor_id") REFERENCES "public"."tutor_profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bookings_student_start_idx" ON "bookings" USING btree ("student_id","start_time");--> statement-breakpoint
CREATE INDEX "message_threads_student_unread_idx" ON "message_threads" USING btree ("student_id") WHERE student_unread > 0;--> statement-breakpoint
CREATE INDEX "message_threads_tutor_unread_idx" ON "message_threads" USING btree ("tutor_user_id") WHERE tutor_unread > 0;--> statement-breakpoint
CREATE INDEX "reports_reporter_newest_idx" ON "reports" USING btree ("reporter_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "reports_booking_id_idx" ON "reports" USING btree ("booking_id");--> statement-breakpoint
CREATE INDEX "reports_about_user_id_idx" ON "reports" USING btree ("about_user_id");--> statement-breakpoint
CREATE INDEX "users_admins_idx" ON "users" USING btree ("id") WHERE role = 'admin';--> statement-breakpoint
CREATE UNIQUE INDEX "reports_review_once_key" ON "reports" USING btree ("reporter_id","booking_id");--> statement-breakpoint
CREATE UNIQUE INDEX "reports_profile_once_key" ON "reports" USING btree ("reporter_id","about_user_id") WHERE about = 'profile';--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_review_length" CHECK (char_length("reviews"."review") between 1 and 2000);--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_snapshot_length" CHECK (char_length("reports"."snapshot") <= 2000);--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_of_one_thing" CHECK (("reports"."message_id" is null or "reports"."about" = 'message') and (coalesce("reports"."review_id", "reports"."booking_id") is null or "reports"."about" = 'review')
        and ("reports"."tutor_id" is null or "reports"."about" = 'profile'));