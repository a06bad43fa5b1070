ALTER TABLE "blogs" ADD COLUMN "creation_key" text;--> statement-breakpoint
ALTER TABLE "blogs" ADD COLUMN "creation_sent_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "blogs_tutor_creation_key" ON "blogs" USING btree ("tutor_id","creation_key") WHERE creation_key is not null;--> statement-breakpoint
ALTER TABLE "blogs" ADD CONSTRAINT "blogs_creation_key_length" CHECK (char_length("blogs"."creation_key") between 1 and 255);