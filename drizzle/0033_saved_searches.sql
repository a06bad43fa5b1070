ALTER TYPE "public"."mail_kind" ADD VALUE 'searches';--> statement-breakpoint
ALTER TYPE "public"."notification_kind" ADD VALUE 'search.found' BEFORE 'custom';--> statement-breakpoint
CREATE TABLE "saved_searches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"filters" jsonb NOT NULL,
	"key" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"next_check_at" timestamp (3) with time zone,
	"found_at" timestamp (3) with time zone,
	CONSTRAINT "saved_searches_filters_object" CHECK (jsonb_typeof("saved_searches"."filters") = 'object'),
	CONSTRAINT "saved_searches_key_hash" CHECK ("saved_searches"."key" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "saved_searches_found_is_done" CHECK ("saved_searches"."found_at" is null or "saved_searches"."next_check_at" is null)
);
--> statement-breakpoint
ALTER TABLE "saved_searches" ADD CONSTRAINT "saved_searches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_searches_user_key" ON "saved_searches" USING btree ("user_id","key");--> statement-breakpoint
CREATE INDEX "saved_searches_next_check_idx" ON "saved_searches" USING btree ("next_check_at","id") WHERE next_check_at is not null;