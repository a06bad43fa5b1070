CREATE TYPE "public"."code_purpose" AS ENUM('password_reset', 'email_confirmation', 'email_change');--> statement-breakpoint
CREATE TYPE "public"."session_origin" AS ENUM('password', 'google');--> statement-breakpoint
ALTER TYPE "public"."notification_kind" ADD VALUE 'account.password_changed' BEFORE 'booking.created';--> statement-breakpoint
CREATE TABLE "limits" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"resets_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "limits_count_not_negative" CHECK ("limits"."count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"params" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"key" text,
	"due_at" timestamp (3) with time zone NOT NULL,
	"claimed_until" timestamp (3) with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"dead_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "jobs_tries_not_negative" CHECK ("jobs"."tries" >= 0)
);
--> statement-breakpoint
CREATE TABLE "codes" (
	"user_id" uuid NOT NULL,
	"purpose" "code_purpose" NOT NULL,
	"hash" text NOT NULL,
	"email" text NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "codes_user_id_purpose_pk" PRIMARY KEY("user_id","purpose"),
	CONSTRAINT "codes_tries_not_negative" CHECK ("codes"."tries" >= 0)
);
--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "refund_cents" bigint;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "retained_cents" bigint;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "platform_fee_cents" bigint;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "child_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "origin" "session_origin" DEFAULT 'password' NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "user_agent" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "last_used_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "pending_email" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "child_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "codes" ADD CONSTRAINT "codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "limits_resets_at_idx" ON "limits" USING btree ("resets_at");--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_key_key" ON "jobs" USING btree ("key") WHERE dead_at is null;--> statement-breakpoint
CREATE INDEX "jobs_due_idx" ON "jobs" USING btree ("due_at") WHERE dead_at is null;--> statement-breakpoint
CREATE INDEX "jobs_dead_idx" ON "jobs" USING btree ("dead_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE dead_at is not null;--> statement-breakpoint
CREATE INDEX "codes_hash_idx" ON "codes" USING btree ("hash");--> statement-breakpoint
-- Nothing was retained of what was cancelled before there were figures.
UPDATE "bookings" SET "refund_cents" = "amount_cents", "retained_cents" = 0, "platform_fee_cents" = 0 WHERE "status" = 'cancelled';--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_cancellation_figures" CHECK (case when "bookings"."status" = 'cancelled'
        then "bookings"."refund_cents" >= 0 and "bookings"."platform_fee_cents" >= 0 and "bookings"."platform_fee_cents" <= "bookings"."retained_cents"
          and "bookings"."refund_cents" + "bookings"."retained_cents" = "bookings"."amount_cents"
          and num_nonnulls("bookings"."refund_cents", "bookings"."retained_cents", "bookings"."platform_fee_cents") = 3
        else num_nonnulls("bookings"."refund_cents", "bookings"."retained_cents", "bookings"."platform_fee_cents") = 0 end);