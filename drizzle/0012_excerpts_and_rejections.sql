CREATE TABLE "tutor_rejections" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"rejected_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "blogs" ADD COLUMN "excerpt" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "blogs" ADD COLUMN "reading_minutes" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "tutor_rejections" ADD CONSTRAINT "tutor_rejections_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blogs" ADD CONSTRAINT "blogs_excerpt_length" CHECK (char_length("blogs"."excerpt") <= 400);--> statement-breakpoint
ALTER TABLE "blogs" ADD CONSTRAINT "blogs_reading_minutes_positive" CHECK ("blogs"."reading_minutes" >= 1);--> statement-breakpoint
-- As near as SQL comes to what saving a post computes.
UPDATE "blogs" SET
  "excerpt" = left(trim(regexp_replace(regexp_replace("content", '<[^>]*>', ' ', 'g'), '\s+', ' ', 'g')), 180),
  "reading_minutes" = least(greatest(1, ceil(array_length(regexp_split_to_array(regexp_replace("content", '<[^>]*>', ' ', 'g'), '\s+'), 1) / 200.0)), 1000);
