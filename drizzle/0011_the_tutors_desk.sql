ALTER TYPE "public"."notification_kind" ADD VALUE 'profile.rejected' BEFORE 'profile.changed';--> statement-breakpoint
ALTER TYPE "public"."notification_kind" ADD VALUE 'profile.unverified' BEFORE 'profile.changed';--> statement-breakpoint
CREATE TABLE "blog_images" (
	"blog_id" uuid NOT NULL,
	"upload_id" uuid NOT NULL,
	CONSTRAINT "blog_images_blog_id_upload_id_pk" PRIMARY KEY("blog_id","upload_id")
);
--> statement-breakpoint
CREATE TABLE "tutor_approval_documents" (
	"tutor_id" uuid NOT NULL,
	"upload_id" uuid NOT NULL,
	"type" "document_type" NOT NULL,
	CONSTRAINT "tutor_approval_documents_tutor_id_upload_id_pk" PRIMARY KEY("tutor_id","upload_id")
);
--> statement-breakpoint
CREATE TABLE "tutor_approvals" (
	"tutor_id" uuid PRIMARY KEY NOT NULL,
	"education" jsonb NOT NULL,
	"experience" jsonb NOT NULL,
	"approved_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tutor_days_off" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tutor_id" uuid NOT NULL,
	"from_date" date NOT NULL,
	"to_date" date NOT NULL,
	"start_minute" smallint,
	"end_minute" smallint,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tutor_days_off_in_order" CHECK ("tutor_days_off"."from_date" <= "tutor_days_off"."to_date"),
	CONSTRAINT "tutor_days_off_hours_of_one_date" CHECK (num_nulls("tutor_days_off"."start_minute", "tutor_days_off"."end_minute") = 2
        or (num_nulls("tutor_days_off"."start_minute", "tutor_days_off"."end_minute") = 0 and "tutor_days_off"."from_date" = "tutor_days_off"."to_date"
          and "tutor_days_off"."start_minute" >= 0 and "tutor_days_off"."start_minute" < "tutor_days_off"."end_minute" and "tutor_days_off"."end_minute" <= 1440)),
	CONSTRAINT "tutor_days_off_note_length" CHECK (char_length("tutor_days_off"."note") <= 200)
);
--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "completed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "cancelled_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "tutor_profiles" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "blog_images" ADD CONSTRAINT "blog_images_blog_id_blogs_id_fk" FOREIGN KEY ("blog_id") REFERENCES "public"."blogs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blog_images" ADD CONSTRAINT "blog_images_upload_id_uploads_id_fk" FOREIGN KEY ("upload_id") REFERENCES "public"."uploads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tutor_approval_documents" ADD CONSTRAINT "tutor_approval_documents_tutor_id_tutor_approvals_tutor_id_fk" FOREIGN KEY ("tutor_id") REFERENCES "public"."tutor_approvals"("tutor_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tutor_approval_documents" ADD CONSTRAINT "tutor_approval_documents_upload_id_uploads_id_fk" FOREIGN KEY ("upload_id") REFERENCES "public"."uploads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tutor_approvals" ADD CONSTRAINT "tutor_approvals_tutor_id_tutor_profiles_id_fk" FOREIGN KEY ("tutor_id") REFERENCES "public"."tutor_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tutor_approvals" ADD CONSTRAINT "tutor_approvals_approved_by_users_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tutor_days_off" ADD CONSTRAINT "tutor_days_off_tutor_id_tutor_profiles_id_fk" FOREIGN KEY ("tutor_id") REFERENCES "public"."tutor_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "blog_images_upload_id_idx" ON "blog_images" USING btree ("upload_id");--> statement-breakpoint
CREATE INDEX "tutor_approval_documents_upload_idx" ON "tutor_approval_documents" USING btree ("upload_id");--> statement-breakpoint
CREATE INDEX "tutor_approvals_approved_by_idx" ON "tutor_approvals" USING btree ("approved_by");--> statement-breakpoint
CREATE INDEX "tutor_days_off_tutor_idx" ON "tutor_days_off" USING btree ("tutor_id","to_date");--> statement-breakpoint
CREATE INDEX "bookings_tutor_start_idx" ON "bookings" USING btree ("tutor_user_id","start_time");--> statement-breakpoint
CREATE INDEX "blogs_tags_idx" ON "blogs" USING gin ("tags") WHERE status = 'published';--> statement-breakpoint
CREATE INDEX "blogs_title_text_idx" ON "blogs" USING gin (plain_text("title") gin_trgm_ops);--> statement-breakpoint
-- What is written is never lost for a rule that came later.
UPDATE "blogs" SET "content" = '<p></p>' WHERE "content" = '';--> statement-breakpoint
UPDATE "blogs" SET "tags" = "tags"[1:10] WHERE cardinality("tags") > 10;--> statement-breakpoint
ALTER TABLE "blogs" ADD CONSTRAINT "blogs_content_length" CHECK (char_length("blogs"."content") between 1 and 100000);--> statement-breakpoint
ALTER TABLE "blogs" ADD CONSTRAINT "blogs_at_most_ten_tags" CHECK (cardinality("blogs"."tags") <= 10);--> statement-breakpoint
-- The last change that a booking has seen is the one that brought it where it stands.
UPDATE "bookings" SET
  "confirmed_at" = CASE WHEN "status" = 'confirmed' THEN "updated_at" END,
  "completed_at" = CASE WHEN "status" = 'completed' THEN "updated_at" END,
  "cancelled_at" = CASE WHEN "status" = 'cancelled' THEN "updated_at" END
WHERE "status" <> 'pending';
