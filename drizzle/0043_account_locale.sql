CREATE TYPE "public"."locale" AS ENUM('en', 'si', 'ta');--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "locale" "locale";