CREATE TYPE "public"."contact_email" AS ENUM('sign-in', 'other', 'none');--> statement-breakpoint
ALTER TABLE "tutor_profiles" ADD COLUMN "contact_email_kind" "contact_email" DEFAULT 'sign-in' NOT NULL;--> statement-breakpoint
ALTER TABLE "tutor_profiles" ADD COLUMN "contact_email" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "tutor_profiles" ADD CONSTRAINT "tutor_profiles_contact_email_given" CHECK (("tutor_profiles"."contact_email_kind" = 'other') = ("tutor_profiles"."contact_email" <> ''));