ALTER TABLE "announcements" ADD COLUMN "title_si" text;--> statement-breakpoint
ALTER TABLE "announcements" ADD COLUMN "message_si" text;--> statement-breakpoint
ALTER TABLE "announcements" ADD COLUMN "action_label_si" text;--> statement-breakpoint
ALTER TABLE "announcements" ADD COLUMN "title_ta" text;--> statement-breakpoint
ALTER TABLE "announcements" ADD COLUMN "message_ta" text;--> statement-breakpoint
ALTER TABLE "announcements" ADD COLUMN "action_label_ta" text;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_si_whole" CHECK (num_nulls("announcements"."title_si", "announcements"."message_si") in (0, 2));--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_si_label" CHECK ("announcements"."action_label_si" is null or num_nulls("announcements"."title_si", "announcements"."action_label") = 0);--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_si_length" CHECK (char_length("announcements"."title_si") between 1 and 200 and char_length("announcements"."message_si") between 1 and 1000);--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_ta_whole" CHECK (num_nulls("announcements"."title_ta", "announcements"."message_ta") in (0, 2));--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_ta_label" CHECK ("announcements"."action_label_ta" is null or num_nulls("announcements"."title_ta", "announcements"."action_label") = 0);--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_ta_length" CHECK (char_length("announcements"."title_ta") between 1 and 200 and char_length("announcements"."message_ta") between 1 and 1000);