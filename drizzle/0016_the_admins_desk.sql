CREATE TYPE "public"."announcement_type" AS ENUM('broadcast', 'system_message');--> statement-breakpoint
CREATE TYPE "public"."audit_action" AS ENUM('tutor.verified', 'tutor.rejected', 'tutor.unverified', 'tutor.reviewed', 'tutor.reminded', 'tutor.deleted', 'student.deleted', 'account.suspended', 'account.reinstated', 'category.created', 'category.updated', 'category.activated', 'category.deactivated', 'category.deleted', 'categories.reordered', 'subject.created', 'subject.updated', 'subject.activated', 'subject.deactivated', 'subject.deleted', 'topic.created', 'topic.updated', 'topic.activated', 'topic.deactivated', 'topic.deleted', 'report.changed', 'review.hidden', 'review.shown', 'announcement.sent', 'announcement.withdrawn', 'booking.notified', 'notification.created', 'notifications.removed', 'table.exported', 'admin.created', 'admin.removed');--> statement-breakpoint
CREATE TABLE "announcements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" bigint NOT NULL,
	"type" "announcement_type" NOT NULL,
	"role" "role",
	"title" text NOT NULL,
	"message" text NOT NULL,
	"action_label" text,
	"action_url" text,
	"sent_by" uuid,
	"withdrawn_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "announcements_number_unique" UNIQUE("number"),
	CONSTRAINT "announcements_to_one_role" CHECK (("announcements"."type" = 'system_message') = ("announcements"."role" is not null)),
	CONSTRAINT "announcements_title_length" CHECK (char_length("announcements"."title") between 1 and 200),
	CONSTRAINT "announcements_message_length" CHECK (char_length("announcements"."message") between 1 and 1000),
	CONSTRAINT "announcements_action_whole" CHECK (num_nulls("announcements"."action_label", "announcements"."action_url") in (0, 2)),
	CONSTRAINT "announcements_action_harmless" CHECK ("announcements"."action_url" ~ '^(/(?!/)|https://)')
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"actor_id" uuid,
	"actor_name" text NOT NULL,
	"action" "audit_action" NOT NULL,
	"subject_id" uuid,
	"subject_name" text DEFAULT '' NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "audit_entries_actor_named" CHECK (char_length("audit_entries"."actor_name") > 0)
);
--> statement-breakpoint
CREATE TABLE "figure_changes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"bucket" timestamp (3) with time zone NOT NULL,
	"change" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "figures" (
	"name" text NOT NULL,
	"bucket" timestamp (3) with time zone NOT NULL,
	"value" bigint NOT NULL,
	CONSTRAINT "figures_name_bucket_pk" PRIMARY KEY("name","bucket")
);
--> statement-breakpoint
CREATE TABLE "listing_backlog" (
	"tutor_id" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "removed_reviews" ADD COLUMN "hidden_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "hidden_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "tutor_profiles" ADD COLUMN "changed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "tutor_profiles" ADD COLUMN "reminded_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_sent_by_users_id_fk" FOREIGN KEY ("sent_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_backlog" ADD CONSTRAINT "listing_backlog_tutor_id_tutor_profiles_id_fk" FOREIGN KEY ("tutor_id") REFERENCES "public"."tutor_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "announcements_newest_idx" ON "announcements" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "announcements_sent_by_idx" ON "announcements" USING btree ("sent_by");--> statement-breakpoint
CREATE INDEX "audit_entries_newest_idx" ON "audit_entries" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_entries_action_newest_idx" ON "audit_entries" USING btree ("action","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_entries_actor_newest_idx" ON "audit_entries" USING btree ("actor_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_entries_subject_newest_idx" ON "audit_entries" USING btree ("subject_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_entries_names_idx" ON "audit_entries" USING gin (lower("actor_name" || chr(10) || "subject_name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "figure_changes_name_bucket_idx" ON "figure_changes" USING btree ("name","bucket");--> statement-breakpoint
CREATE INDEX "bookings_newest_idx" ON "bookings" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "bookings_status_newest_idx" ON "bookings" USING btree ("status","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "bookings_amount_idx" ON "bookings" USING btree ("amount_cents" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "bookings_status_amount_idx" ON "bookings" USING btree ("status","amount_cents" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "reports_newest_idx" ON "reports" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "reports_about_newest_idx" ON "reports" USING btree ("about","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "reports_about_state_newest_idx" ON "reports" USING btree ("about","state","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "session_problems_newest_idx" ON "session_problems" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "users_role_newest_idx" ON "users" USING btree ("role","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "users_role_name_idx" ON "users" USING btree ("role",lower("name") collate "C","id");--> statement-breakpoint
CREATE INDEX "users_search_idx" ON "users" USING gin (lower("name" || chr(10) || "email") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "tutor_profiles_newest_idx" ON "tutor_profiles" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "tutor_profiles_verified_newest_idx" ON "tutor_profiles" USING btree ("is_verified","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "tutor_profiles_rating_idx" ON "tutor_profiles" USING btree ("rating" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "tutor_profiles_verified_rating_idx" ON "tutor_profiles" USING btree ("is_verified","rating" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "tutor_profiles_pending_idx" ON "tutor_profiles" USING btree ("updated_at","id") WHERE verification_status = 'pending';--> statement-breakpoint
CREATE INDEX "tutor_profiles_changed_idx" ON "tutor_profiles" USING btree ("changed_at","id") WHERE changed_at is not null;--> statement-breakpoint
ALTER TABLE "tutor_profiles" ADD CONSTRAINT "tutor_profiles_changed_is_verified" CHECK ("tutor_profiles"."changed_at" is null or "tutor_profiles"."is_verified");