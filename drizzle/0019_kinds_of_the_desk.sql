ALTER TYPE "public"."notification_kind" ADD VALUE 'account.suspended' BEFORE 'booking.created';--> statement-breakpoint
ALTER TYPE "public"."notification_kind" ADD VALUE 'account.reinstated' BEFORE 'booking.created';--> statement-breakpoint
ALTER TYPE "public"."notification_kind" ADD VALUE 'booking.answer_asked' BEFORE 'proposal.made';--> statement-breakpoint
ALTER TYPE "public"."notification_kind" ADD VALUE 'problem.decided' BEFORE 'review.received';--> statement-breakpoint
ALTER TYPE "public"."notification_kind" ADD VALUE 'profile.reminded' BEFORE 'custom';