DROP INDEX "tutor_listings_rating_desc_idx";--> statement-breakpoint
DROP INDEX "tutor_listings_rating_asc_idx";--> statement-breakpoint
DROP INDEX "tutor_listings_price_desc_idx";--> statement-breakpoint
DROP INDEX "tutor_listings_price_asc_idx";--> statement-breakpoint
DROP INDEX "tutor_listings_experience_desc_idx";--> statement-breakpoint
DROP INDEX "tutor_listings_experience_asc_idx";--> statement-breakpoint
DROP INDEX "tutor_listings_name_idx";--> statement-breakpoint
DROP INDEX "tutor_listings_newest_idx";--> statement-breakpoint
CREATE INDEX "tutor_listings_rating_desc_idx" ON "tutor_listings" USING btree ("scope","rating","total_reviews","profile_created_at","tutor_id","offers_online","offers_home_visit","offers_group","is_female","is_verified");--> statement-breakpoint
CREATE INDEX "tutor_listings_rating_asc_idx" ON "tutor_listings" USING btree ("scope",(-"rating"),"total_reviews","profile_created_at","tutor_id","rating","offers_online","offers_home_visit","offers_group","is_female","is_verified");--> statement-breakpoint
CREATE INDEX "tutor_listings_price_desc_idx" ON "tutor_listings" USING btree ("scope","price","rating","tutor_id","offers_online","offers_home_visit","offers_group","is_female","is_verified");--> statement-breakpoint
CREATE INDEX "tutor_listings_price_asc_idx" ON "tutor_listings" USING btree ("scope",(-"price"),"rating","tutor_id","price","offers_online","offers_home_visit","offers_group","is_female","is_verified");--> statement-breakpoint
CREATE INDEX "tutor_listings_experience_desc_idx" ON "tutor_listings" USING btree ("scope","experience","rating","tutor_id","offers_online","offers_home_visit","offers_group","is_female","is_verified");--> statement-breakpoint
CREATE INDEX "tutor_listings_experience_asc_idx" ON "tutor_listings" USING btree ("scope",(-"experience"),"rating","tutor_id","experience","offers_online","offers_home_visit","offers_group","is_female","is_verified");--> statement-breakpoint
CREATE INDEX "tutor_listings_name_idx" ON "tutor_listings" USING btree ("scope","name_key" collate "C","tutor_id","rating","offers_online","offers_home_visit","offers_group","is_female","is_verified");--> statement-breakpoint
CREATE INDEX "tutor_listings_newest_idx" ON "tutor_listings" USING btree ("scope","profile_created_at","tutor_id","rating","offers_online","offers_home_visit","offers_group","is_female","is_verified");