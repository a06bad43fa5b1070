ALTER TABLE "jobs" ADD COLUMN "owner_id" uuid DEFAULT '00000000-0000-0000-0000-000000000000' NOT NULL;--> statement-breakpoint
UPDATE "jobs" SET "owner_id" = "endpoint"."user_id"
FROM "webhook_deliveries" "delivery" JOIN "webhook_endpoints" "endpoint" ON "endpoint"."id" = "delivery"."endpoint_id"
WHERE "jobs"."kind" = 'webhook.send' AND "delivery"."id" = ("jobs"."params" ->> 'deliveryId')::uuid;--> statement-breakpoint
CREATE INDEX "jobs_webhooks_owner_idx" ON "jobs" USING btree ("owner_id","due_at") WHERE num_nonnulls(dead_at) = 0 and kind in ('webhook.send');--> statement-breakpoint
CREATE INDEX "jobs_rest_due_idx" ON "jobs" USING btree ("due_at") WHERE dead_at is null and kind not in ('photo.copy', 'push.send', 'webhook.send');
