ALTER TYPE "public"."notification_kind" ADD VALUE 'archive.ready' BEFORE 'custom';--> statement-breakpoint
CREATE TABLE "data_archives" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"ready_at" timestamp (3) with time zone,
	"bytes" bigint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "data_archives_ready_has_size" CHECK (num_nulls("data_archives"."ready_at", "data_archives"."bytes") in (0, 2))
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "terms_version" date;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "terms_accepted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "data_archives" ADD CONSTRAINT "data_archives_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "data_archives_one_each_key" ON "data_archives" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "message_threads_of_nobody_idx" ON "message_threads" USING btree ("id") WHERE student_id is null and tutor_user_id is null;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_terms_dated" CHECK (num_nulls("users"."terms_version", "users"."terms_accepted_at") in (0, 2));