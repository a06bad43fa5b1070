CREATE TYPE "public"."party" AS ENUM('student', 'tutor');--> statement-breakpoint
CREATE TYPE "public"."proposal_state" AS ENUM('open', 'accepted', 'declined', 'withdrawn', 'replaced', 'lapsed', 'closed');--> statement-breakpoint
CREATE TYPE "public"."problem_kind" AS ENUM('not_held', 'quality', 'behaviour', 'other');--> statement-breakpoint
CREATE TYPE "public"."report_reason" AS ENUM('spam', 'offensive', 'false', 'other');--> statement-breakpoint
CREATE TYPE "public"."report_state" AS ENUM('open', 'in_review', 'resolved', 'dismissed');--> statement-breakpoint
ALTER TYPE "public"."notification_kind" ADD VALUE 'booking.moved' BEFORE 'profile.submitted';--> statement-breakpoint
ALTER TYPE "public"."notification_kind" ADD VALUE 'booking.reminder' BEFORE 'profile.submitted';--> statement-breakpoint
ALTER TYPE "public"."notification_kind" ADD VALUE 'proposal.made' BEFORE 'profile.submitted';--> statement-breakpoint
ALTER TYPE "public"."notification_kind" ADD VALUE 'proposal.declined' BEFORE 'profile.submitted';--> statement-breakpoint
ALTER TYPE "public"."notification_kind" ADD VALUE 'proposal.lapsed' BEFORE 'profile.submitted';--> statement-breakpoint
ALTER TYPE "public"."notification_kind" ADD VALUE 'problem.reported' BEFORE 'profile.submitted';--> statement-breakpoint
ALTER TYPE "public"."notification_kind" ADD VALUE 'problem.to_review' BEFORE 'profile.submitted';--> statement-breakpoint
ALTER TYPE "public"."notification_kind" ADD VALUE 'review.received' BEFORE 'profile.submitted';--> statement-breakpoint
ALTER TYPE "public"."notification_kind" ADD VALUE 'review.replied' BEFORE 'profile.submitted';--> statement-breakpoint
ALTER TYPE "public"."notification_kind" ADD VALUE 'message.received' BEFORE 'profile.submitted';--> statement-breakpoint
CREATE TABLE "request_keys" (
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"body_hash" text NOT NULL,
	"answer" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "request_keys_user_id_key_pk" PRIMARY KEY("user_id","key"),
	CONSTRAINT "request_keys_key_length" CHECK (char_length("request_keys"."key") between 1 and 255)
);
--> statement-breakpoint
CREATE TABLE "booking_proposals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"booking_id" uuid NOT NULL,
	"proposed_by" "party" NOT NULL,
	"state" "proposal_state" DEFAULT 'open' NOT NULL,
	"start_time" timestamp (3) with time zone NOT NULL,
	"end_time" timestamp (3) with time zone NOT NULL,
	"from_start" timestamp (3) with time zone NOT NULL,
	"lapses_at" timestamp (3) with time zone NOT NULL,
	"settled_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "booking_proposals_end_after_start" CHECK ("booking_proposals"."end_time" > "booking_proposals"."start_time"),
	CONSTRAINT "booking_proposals_another_time" CHECK ("booking_proposals"."start_time" <> "booking_proposals"."from_start"),
	CONSTRAINT "booking_proposals_settled" CHECK (("booking_proposals"."state" = 'open') = ("booking_proposals"."settled_at" is null))
);
--> statement-breakpoint
CREATE TABLE "calendar_feeds" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "message_threads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"student_id" uuid,
	"tutor_user_id" uuid,
	"student_unread" integer DEFAULT 0 NOT NULL,
	"tutor_unread" integer DEFAULT 0 NOT NULL,
	"student_blocked_at" timestamp (3) with time zone,
	"tutor_blocked_at" timestamp (3) with time zone,
	"last_activity_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "message_threads_unread_not_negative" CHECK ("message_threads"."student_unread" >= 0 and "message_threads"."tutor_unread" >= 0)
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"thread_id" uuid NOT NULL,
	"sent_by" "party" NOT NULL,
	"client_id" uuid NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "messages_text_length" CHECK (char_length("messages"."text") between 1 and 2000)
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reporter_id" uuid,
	"message_id" uuid,
	"review_id" uuid,
	"tutor_id" uuid,
	"reason" "report_reason" NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"state" "report_state" DEFAULT 'open' NOT NULL,
	"admin_note" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reports_of_one_thing" CHECK (num_nonnulls("reports"."message_id", "reports"."review_id", "reports"."tutor_id") = 1),
	CONSTRAINT "reports_text_length" CHECK (char_length("reports"."text") <= 1000)
);
--> statement-breakpoint
CREATE TABLE "session_problems" (
	"id" uuid PRIMARY KEY NOT NULL,
	"booking_id" uuid NOT NULL,
	"reported_by" "party" NOT NULL,
	"kind" "problem_kind" NOT NULL,
	"text" text NOT NULL,
	"state" "report_state" DEFAULT 'open' NOT NULL,
	"admin_note" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "session_problems_text_length" CHECK (char_length("session_problems"."text") between 10 and 1000)
);
--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "sequence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "reminded_hours" smallint;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "reply" text;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "replied_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "request_keys" ADD CONSTRAINT "request_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_proposals" ADD CONSTRAINT "booking_proposals_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_threads" ADD CONSTRAINT "message_threads_student_id_users_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_threads" ADD CONSTRAINT "message_threads_tutor_user_id_users_id_fk" FOREIGN KEY ("tutor_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_thread_id_message_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."message_threads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_reporter_id_users_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_review_id_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."reviews"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_tutor_id_tutor_profiles_id_fk" FOREIGN KEY ("tutor_id") REFERENCES "public"."tutor_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_problems" ADD CONSTRAINT "session_problems_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "request_keys_created_at_idx" ON "request_keys" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "booking_proposals_one_open_key" ON "booking_proposals" USING btree ("booking_id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "booking_proposals_booking_idx" ON "booking_proposals" USING btree ("booking_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "calendar_feeds_token_hash_key" ON "calendar_feeds" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "message_threads_parties_key" ON "message_threads" USING btree ("student_id","tutor_user_id");--> statement-breakpoint
CREATE INDEX "message_threads_student_latest_idx" ON "message_threads" USING btree ("student_id","last_activity_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "message_threads_tutor_latest_idx" ON "message_threads" USING btree ("tutor_user_id","last_activity_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "messages_client_id_key" ON "messages" USING btree ("thread_id","sent_by","client_id");--> statement-breakpoint
CREATE INDEX "messages_thread_newest_idx" ON "messages" USING btree ("thread_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "reports_message_once_key" ON "reports" USING btree ("reporter_id","message_id");--> statement-breakpoint
CREATE UNIQUE INDEX "reports_review_once_key" ON "reports" USING btree ("reporter_id","review_id");--> statement-breakpoint
CREATE UNIQUE INDEX "reports_profile_once_key" ON "reports" USING btree ("reporter_id","tutor_id");--> statement-breakpoint
CREATE INDEX "reports_message_id_idx" ON "reports" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "reports_review_id_idx" ON "reports" USING btree ("review_id");--> statement-breakpoint
CREATE INDEX "reports_tutor_id_idx" ON "reports" USING btree ("tutor_id");--> statement-breakpoint
CREATE INDEX "reports_state_newest_idx" ON "reports" USING btree ("state","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "session_problems_one_undecided_key" ON "session_problems" USING btree ("booking_id","reported_by") WHERE state in ('open', 'in_review');--> statement-breakpoint
CREATE INDEX "session_problems_booking_idx" ON "session_problems" USING btree ("booking_id");--> statement-breakpoint
CREATE INDEX "session_problems_state_newest_idx" ON "session_problems" USING btree ("state","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "favourites_student_newest_idx" ON "favourites" USING btree ("student_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_reply_length" CHECK (char_length("reviews"."reply") between 1 and 1000);--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_reply_dated" CHECK (num_nulls("reviews"."reply", "reviews"."replied_at") in (0, 2));--> statement-breakpoint
-- Whoever has booked before this may write to each other.
INSERT INTO "message_threads" ("id", "student_id", "tutor_user_id", "last_activity_at", "created_at")
  SELECT gen_random_uuid(), "student_id", "tutor_user_id", max("created_at"), min("created_at") FROM "bookings"
  WHERE "student_id" IS NOT NULL AND "tutor_user_id" IS NOT NULL GROUP BY "student_id", "tutor_user_id";--> statement-breakpoint
-- What was over before there was a clock is settled as it would have settled it, and nobody is told of it so late.
UPDATE "bookings" SET "status" = 'cancelled', "cancelled_by" = 'system', "cancellation_reason" = 'No response from tutor', "cancelled_at" = now(),
    "refund_cents" = "amount_cents", "retained_cents" = 0, "platform_fee_cents" = 0, "sequence" = "sequence" + 1, "updated_at" = now()
  WHERE "status" = 'pending' AND "start_time" <= now();--> statement-breakpoint
WITH "over" AS (
  UPDATE "bookings" SET "status" = 'completed', "completed_at" = "end_time" + interval '48 hours', "sequence" = "sequence" + 1, "updated_at" = now()
    WHERE "status" = 'confirmed' AND "end_time" + interval '48 hours' <= now() RETURNING "tutor_user_id", "amount_cents"
)
UPDATE "tutor_profiles" SET "total_sessions" = "total_sessions" + "earned"."sessions", "total_earnings_cents" = "total_earnings_cents" + "earned"."cents"
  FROM (SELECT "tutor_user_id", count(*) AS "sessions", sum("amount_cents") AS "cents" FROM "over" GROUP BY "tutor_user_id") AS "earned"
  WHERE "tutor_profiles"."user_id" = "earned"."tutor_user_id";--> statement-breakpoint
-- What the clock does to the rest, planned as a command plans it for a new one.
INSERT INTO "jobs" ("id", "kind", "params", "key", "due_at")
  SELECT gen_random_uuid(), 'booking.unanswered', jsonb_build_object('bookingId', "id"), 'booking.unanswered ' || "id",
    least("created_at" + interval '24 hours', greatest("start_time" - interval '2 hours', "created_at" + interval '30 minutes'), "start_time")
  FROM "bookings" WHERE "status" = 'pending'
  UNION ALL
  SELECT gen_random_uuid(), 'booking.over', jsonb_build_object('bookingId', "id"),
    'booking.over ' || "id" || ' ' || (extract(epoch FROM "end_time") * 1000)::bigint, "end_time" + interval '48 hours'
  FROM "bookings" WHERE "status" = 'confirmed'
  UNION ALL
  SELECT gen_random_uuid(), 'booking.remind', jsonb_build_object('bookingId', "id", 'hours', "hours"),
    'booking.remind ' || "id" || ' ' || "hours" || ' ' || (extract(epoch FROM "start_time") * 1000)::bigint, "start_time" - make_interval(hours => "hours")
  FROM "bookings" CROSS JOIN (VALUES (24), (1)) AS "before" ("hours")
  WHERE "status" = 'confirmed' AND "start_time" - make_interval(hours => "hours") > now();
