CREATE TYPE "public"."booking_actor" AS ENUM('student', 'tutor', 'admin', 'system');--> statement-breakpoint
CREATE TYPE "public"."booking_status" AS ENUM('pending', 'confirmed', 'completed', 'cancelled');--> statement-breakpoint
CREATE TYPE "public"."learning_method" AS ENUM('online', 'individual', 'group');--> statement-breakpoint
CREATE TYPE "public"."payment_status" AS ENUM('pending', 'completed', 'failed', 'refunded');--> statement-breakpoint
CREATE TYPE "public"."blog_status" AS ENUM('published', 'draft');--> statement-breakpoint
CREATE TYPE "public"."upload_purpose" AS ENUM('photo', 'document');--> statement-breakpoint
CREATE TYPE "public"."notification_category" AS ENUM('system', 'booking', 'verification', 'payment', 'review', 'general');--> statement-breakpoint
CREATE TYPE "public"."notification_kind" AS ENUM('account.welcome', 'booking.created', 'booking.confirmed', 'booking.cancelled', 'booking.completed', 'profile.submitted', 'profile.to_review', 'profile.verified', 'profile.changed', 'custom');--> statement-breakpoint
CREATE TYPE "public"."notification_priority" AS ENUM('low', 'medium', 'high', 'urgent');--> statement-breakpoint
CREATE TYPE "public"."notification_type" AS ENUM('success', 'warning', 'error', 'info');--> statement-breakpoint
CREATE TYPE "public"."account_status" AS ENUM('active', 'suspended');--> statement-breakpoint
CREATE TYPE "public"."oauth_provider" AS ENUM('google');--> statement-breakpoint
CREATE TYPE "public"."role" AS ENUM('student', 'tutor', 'admin');--> statement-breakpoint
CREATE TYPE "public"."document_type" AS ENUM('qualification', 'identity', 'other');--> statement-breakpoint
CREATE TYPE "public"."gender" AS ENUM('Male', 'Female', 'Other');--> statement-breakpoint
CREATE TYPE "public"."teaching_medium" AS ENUM('english', 'sinhala', 'tamil');--> statement-breakpoint
CREATE TYPE "public"."teaching_mode" AS ENUM('online', 'home-visit', 'group');--> statement-breakpoint
CREATE TYPE "public"."verification_status" AS ENUM('not_started', 'pending', 'approved', 'rejected');--> statement-breakpoint
CREATE TYPE "public"."weekday" AS ENUM('Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday');--> statement-breakpoint
CREATE TABLE "booking_topics" (
	"booking_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"topic_id" uuid,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	CONSTRAINT "booking_topics_booking_id_position_pk" PRIMARY KEY("booking_id","position")
);
--> statement-breakpoint
CREATE TABLE "bookings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"student_id" uuid,
	"tutor_user_id" uuid,
	"tutor_id" uuid,
	"subject_id" uuid,
	"subject_name" text NOT NULL,
	"status" "booking_status" DEFAULT 'pending' NOT NULL,
	"start_time" timestamp (3) with time zone NOT NULL,
	"end_time" timestamp (3) with time zone NOT NULL,
	"learning_method" "learning_method" NOT NULL,
	"amount_cents" bigint NOT NULL,
	"payment_status" "payment_status" DEFAULT 'pending' NOT NULL,
	"contact_number" text NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"meeting_link" text,
	"cancellation_reason" text,
	"cancelled_by" "booking_actor",
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bookings_end_after_start" CHECK ("bookings"."end_time" > "bookings"."start_time"),
	CONSTRAINT "bookings_amount_not_negative" CHECK ("bookings"."amount_cents" >= 0),
	CONSTRAINT "bookings_cancelled_by_somebody" CHECK (("bookings"."status" = 'cancelled') = ("bookings"."cancelled_by" is not null))
);
--> statement-breakpoint
CREATE TABLE "subject_categories" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"icon" text DEFAULT 'BookOpen' NOT NULL,
	"color" text DEFAULT '#6366f1' NOT NULL,
	"sort_order" integer DEFAULT 0 NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subject_categories_order_not_negative" CHECK ("subject_categories"."sort_order" >= 0)
);
--> statement-breakpoint
CREATE TABLE "subjects" (
	"id" uuid PRIMARY KEY NOT NULL,
	"category_id" uuid,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "topics" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subject_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "blog_likes" (
	"blog_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "blog_likes_blog_id_user_id_pk" PRIMARY KEY("blog_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "blogs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tutor_id" uuid NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"status" "blog_status" DEFAULT 'draft' NOT NULL,
	"featured_image" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "blogs_title_length" CHECK (char_length("blogs"."title") between 1 and 100)
);
--> statement-breakpoint
CREATE TABLE "favourites" (
	"id" uuid PRIMARY KEY NOT NULL,
	"student_id" uuid NOT NULL,
	"tutor_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"id" uuid PRIMARY KEY NOT NULL,
	"booking_id" uuid NOT NULL,
	"student_id" uuid,
	"tutor_user_id" uuid NOT NULL,
	"rating" smallint NOT NULL,
	"review" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reviews_rating_range" CHECK ("reviews"."rating" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"purpose" "upload_purpose" NOT NULL,
	"path" text NOT NULL,
	"content_type" text NOT NULL,
	"bytes" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "uploads_bytes_positive" CHECK ("uploads"."bytes" > 0)
);
--> statement-breakpoint
CREATE TABLE "inbox_events" (
	"user_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"kind" text NOT NULL,
	"ref" uuid,
	"payload" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "inbox_events_user_id_seq_pk" PRIMARY KEY("user_id","seq")
);
--> statement-breakpoint
CREATE TABLE "inboxes" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"last_seq" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "listing_counts" (
	"scope" uuid PRIMARY KEY NOT NULL,
	"tutors" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tutor_listings" (
	"scope" uuid NOT NULL,
	"tutor_id" uuid NOT NULL,
	"rating" smallint NOT NULL,
	"total_reviews" integer NOT NULL,
	"price" integer NOT NULL,
	"experience" smallint NOT NULL,
	"name_key" text NOT NULL,
	"profile_created_at" timestamp (3) with time zone NOT NULL,
	"is_female" boolean NOT NULL,
	"is_verified" boolean NOT NULL,
	"offers_online" boolean NOT NULL,
	"offers_home_visit" boolean NOT NULL,
	"offers_group" boolean NOT NULL,
	CONSTRAINT "tutor_listings_tutor_id_scope_pk" PRIMARY KEY("tutor_id","scope")
);
--> statement-breakpoint
CREATE TABLE "tutor_texts" (
	"tutor_id" uuid PRIMARY KEY NOT NULL,
	"words" text NOT NULL,
	"locations" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" "notification_kind" NOT NULL,
	"params" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"type" "notification_type" NOT NULL,
	"category" "notification_category" NOT NULL,
	"title" text NOT NULL,
	"message" text NOT NULL,
	"action" jsonb,
	"priority" "notification_priority" DEFAULT 'medium' NOT NULL,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"read_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notifications_title_length" CHECK (char_length("notifications"."title") between 1 and 200),
	CONSTRAINT "notifications_message_length" CHECK (char_length("notifications"."message") between 1 and 2000)
);
--> statement-breakpoint
CREATE TABLE "oauth_accounts" (
	"provider" "oauth_provider" NOT NULL,
	"provider_user_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "oauth_accounts_provider_provider_user_id_pk" PRIMARY KEY("provider","provider_user_id")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"lifetime_hours" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_lifetime_positive" CHECK ("sessions"."lifetime_hours" > 0)
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"role" "role",
	"status" "account_status" DEFAULT 'active' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"profile_image" text DEFAULT '' NOT NULL,
	"password_hash" text,
	"email_verified_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_name_given" CHECK (char_length("users"."name") > 0),
	CONSTRAINT "users_email_given" CHECK (char_length("users"."email") > 0)
);
--> statement-breakpoint
CREATE TABLE "tutor_documents" (
	"upload_id" uuid PRIMARY KEY NOT NULL,
	"tutor_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"type" "document_type" DEFAULT 'other' NOT NULL,
	CONSTRAINT "tutor_documents_at_most_five" CHECK ("tutor_documents"."position" between 0 and 4)
);
--> statement-breakpoint
CREATE TABLE "tutor_education" (
	"tutor_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"degree" text NOT NULL,
	"institution" text NOT NULL,
	"year" smallint NOT NULL,
	CONSTRAINT "tutor_education_tutor_id_position_pk" PRIMARY KEY("tutor_id","position"),
	CONSTRAINT "tutor_education_year_plausible" CHECK ("tutor_education"."year" >= 1900)
);
--> statement-breakpoint
CREATE TABLE "tutor_experience" (
	"tutor_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"title" text NOT NULL,
	"company" text NOT NULL,
	"duration" text NOT NULL,
	"description" text NOT NULL,
	CONSTRAINT "tutor_experience_tutor_id_position_pk" PRIMARY KEY("tutor_id","position")
);
--> statement-breakpoint
CREATE TABLE "tutor_modes" (
	"tutor_subject_id" uuid NOT NULL,
	"type" "teaching_mode" NOT NULL,
	"enabled" boolean DEFAULT false NOT NULL,
	"rate_cents" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "tutor_modes_tutor_subject_id_type_pk" PRIMARY KEY("tutor_subject_id","type"),
	CONSTRAINT "tutor_modes_rate_range" CHECK ("tutor_modes"."rate_cents" between 0 and 10000000)
);
--> statement-breakpoint
CREATE TABLE "tutor_profiles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"bio" text DEFAULT '' NOT NULL,
	"gender" "gender" DEFAULT 'Male' NOT NULL,
	"social_media" jsonb DEFAULT '{"instagram":"","youtube":"","facebook":"","linkedin":""}'::jsonb NOT NULL,
	"teaching_mediums" "teaching_medium"[] DEFAULT '{}' NOT NULL,
	"available_locations" text DEFAULT '' NOT NULL,
	"vacation_mode" boolean DEFAULT false NOT NULL,
	"is_verified" boolean DEFAULT false NOT NULL,
	"verification_status" "verification_status" DEFAULT 'not_started' NOT NULL,
	"verification_checks" jsonb DEFAULT '{"documents":false,"education":false,"experience":false,"background":false,"interview":false}'::jsonb NOT NULL,
	"verification_date" timestamp (3) with time zone,
	"rejection_reason" text DEFAULT '' NOT NULL,
	"rating" numeric(3, 2) DEFAULT 0 NOT NULL,
	"total_reviews" integer DEFAULT 0 NOT NULL,
	"total_students" integer DEFAULT 0 NOT NULL,
	"total_sessions" integer DEFAULT 0 NOT NULL,
	"total_earnings_cents" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tutor_profiles_rating_range" CHECK ("tutor_profiles"."rating" between 0 and 5),
	CONSTRAINT "tutor_profiles_earnings_not_negative" CHECK ("tutor_profiles"."total_earnings_cents" >= 0),
	CONSTRAINT "tutor_profiles_bio_length" CHECK (char_length("tutor_profiles"."bio") <= 500),
	CONSTRAINT "tutor_profiles_locations_length" CHECK (char_length("tutor_profiles"."available_locations") <= 100),
	CONSTRAINT "tutor_profiles_verified_is_approved" CHECK ("tutor_profiles"."is_verified" = ("tutor_profiles"."verification_status" = 'approved'))
);
--> statement-breakpoint
CREATE TABLE "tutor_slots" (
	"tutor_subject_id" uuid NOT NULL,
	"day" "weekday" NOT NULL,
	"start_minute" smallint NOT NULL,
	"end_minute" smallint NOT NULL,
	CONSTRAINT "tutor_slots_tutor_subject_id_day_start_minute_pk" PRIMARY KEY("tutor_subject_id","day","start_minute"),
	CONSTRAINT "tutor_slots_in_a_day" CHECK ("tutor_slots"."start_minute" >= 0 and "tutor_slots"."end_minute" < 1440),
	CONSTRAINT "tutor_slots_end_after_start" CHECK ("tutor_slots"."end_minute" > "tutor_slots"."start_minute")
);
--> statement-breakpoint
CREATE TABLE "tutor_subject_topics" (
	"tutor_subject_id" uuid NOT NULL,
	"topic_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	CONSTRAINT "tutor_subject_topics_tutor_subject_id_topic_id_pk" PRIMARY KEY("tutor_subject_id","topic_id"),
	CONSTRAINT "tutor_subject_topics_at_most_five" CHECK ("tutor_subject_topics"."position" between 0 and 4)
);
--> statement-breakpoint
CREATE TABLE "tutor_subjects" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tutor_id" uuid NOT NULL,
	"subject_id" uuid NOT NULL,
	"position" smallint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "booking_topics" ADD CONSTRAINT "booking_topics_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_topics" ADD CONSTRAINT "booking_topics_topic_id_topics_id_fk" FOREIGN KEY ("topic_id") REFERENCES "public"."topics"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_student_id_users_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_tutor_user_id_users_id_fk" FOREIGN KEY ("tutor_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_tutor_id_tutor_profiles_id_fk" FOREIGN KEY ("tutor_id") REFERENCES "public"."tutor_profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_subject_id_subjects_id_fk" FOREIGN KEY ("subject_id") REFERENCES "public"."subjects"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subjects" ADD CONSTRAINT "subjects_category_id_subject_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."subject_categories"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "topics" ADD CONSTRAINT "topics_subject_id_subjects_id_fk" FOREIGN KEY ("subject_id") REFERENCES "public"."subjects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blog_likes" ADD CONSTRAINT "blog_likes_blog_id_blogs_id_fk" FOREIGN KEY ("blog_id") REFERENCES "public"."blogs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blog_likes" ADD CONSTRAINT "blog_likes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blogs" ADD CONSTRAINT "blogs_tutor_id_tutor_profiles_id_fk" FOREIGN KEY ("tutor_id") REFERENCES "public"."tutor_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favourites" ADD CONSTRAINT "favourites_student_id_users_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favourites" ADD CONSTRAINT "favourites_tutor_id_tutor_profiles_id_fk" FOREIGN KEY ("tutor_id") REFERENCES "public"."tutor_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_student_id_users_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_tutor_user_id_users_id_fk" FOREIGN KEY ("tutor_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbox_events" ADD CONSTRAINT "inbox_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inboxes" ADD CONSTRAINT "inboxes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tutor_listings" ADD CONSTRAINT "tutor_listings_tutor_id_tutor_profiles_id_fk" FOREIGN KEY ("tutor_id") REFERENCES "public"."tutor_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tutor_texts" ADD CONSTRAINT "tutor_texts_tutor_id_tutor_profiles_id_fk" FOREIGN KEY ("tutor_id") REFERENCES "public"."tutor_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_accounts" ADD CONSTRAINT "oauth_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tutor_documents" ADD CONSTRAINT "tutor_documents_upload_id_uploads_id_fk" FOREIGN KEY ("upload_id") REFERENCES "public"."uploads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tutor_documents" ADD CONSTRAINT "tutor_documents_tutor_id_tutor_profiles_id_fk" FOREIGN KEY ("tutor_id") REFERENCES "public"."tutor_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tutor_education" ADD CONSTRAINT "tutor_education_tutor_id_tutor_profiles_id_fk" FOREIGN KEY ("tutor_id") REFERENCES "public"."tutor_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tutor_experience" ADD CONSTRAINT "tutor_experience_tutor_id_tutor_profiles_id_fk" FOREIGN KEY ("tutor_id") REFERENCES "public"."tutor_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tutor_modes" ADD CONSTRAINT "tutor_modes_tutor_subject_id_tutor_subjects_id_fk" FOREIGN KEY ("tutor_subject_id") REFERENCES "public"."tutor_subjects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tutor_profiles" ADD CONSTRAINT "tutor_profiles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tutor_slots" ADD CONSTRAINT "tutor_slots_tutor_subject_id_tutor_subjects_id_fk" FOREIGN KEY ("tutor_subject_id") REFERENCES "public"."tutor_subjects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tutor_subject_topics" ADD CONSTRAINT "tutor_subject_topics_tutor_subject_id_tutor_subjects_id_fk" FOREIGN KEY ("tutor_subject_id") REFERENCES "public"."tutor_subjects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tutor_subject_topics" ADD CONSTRAINT "tutor_subject_topics_topic_id_topics_id_fk" FOREIGN KEY ("topic_id") REFERENCES "public"."topics"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tutor_subjects" ADD CONSTRAINT "tutor_subjects_tutor_id_tutor_profiles_id_fk" FOREIGN KEY ("tutor_id") REFERENCES "public"."tutor_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tutor_subjects" ADD CONSTRAINT "tutor_subjects_subject_id_subjects_id_fk" FOREIGN KEY ("subject_id") REFERENCES "public"."subjects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "booking_topics_topic_id_idx" ON "booking_topics" USING btree ("topic_id");--> statement-breakpoint
CREATE INDEX "bookings_student_newest_idx" ON "bookings" USING btree ("student_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "bookings_tutor_newest_idx" ON "bookings" USING btree ("tutor_user_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "bookings_tutor_id_idx" ON "bookings" USING btree ("tutor_id");--> statement-breakpoint
CREATE INDEX "bookings_subject_id_idx" ON "bookings" USING btree ("subject_id");--> statement-breakpoint
CREATE UNIQUE INDEX "subject_categories_name_key" ON "subject_categories" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "subjects_name_key" ON "subjects" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "subjects_category_id_idx" ON "subjects" USING btree ("category_id");--> statement-breakpoint
CREATE UNIQUE INDEX "topics_subject_name_key" ON "topics" USING btree ("subject_id",lower("name"));--> statement-breakpoint
CREATE INDEX "blog_likes_user_id_idx" ON "blog_likes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "blogs_tutor_newest_idx" ON "blogs" USING btree ("tutor_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "blogs_published_newest_idx" ON "blogs" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE status = 'published';--> statement-breakpoint
CREATE UNIQUE INDEX "favourites_student_tutor_key" ON "favourites" USING btree ("student_id","tutor_id");--> statement-breakpoint
CREATE INDEX "favourites_tutor_id_idx" ON "favourites" USING btree ("tutor_id");--> statement-breakpoint
CREATE UNIQUE INDEX "reviews_booking_id_key" ON "reviews" USING btree ("booking_id");--> statement-breakpoint
CREATE INDEX "reviews_tutor_newest_idx" ON "reviews" USING btree ("tutor_user_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "reviews_student_id_idx" ON "reviews" USING btree ("student_id");--> statement-breakpoint
CREATE UNIQUE INDEX "uploads_path_key" ON "uploads" USING btree ("path");--> statement-breakpoint
CREATE INDEX "uploads_owner_id_idx" ON "uploads" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "inbox_events_created_at_idx" ON "inbox_events" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "tutor_listings_rating_desc_idx" ON "tutor_listings" USING btree ("scope","rating","total_reviews","profile_created_at","tutor_id");--> statement-breakpoint
CREATE INDEX "tutor_listings_rating_asc_idx" ON "tutor_listings" USING btree ("scope",(-"rating"),"total_reviews","profile_created_at","tutor_id");--> statement-breakpoint
CREATE INDEX "tutor_listings_price_desc_idx" ON "tutor_listings" USING btree ("scope","price","rating","tutor_id");--> statement-breakpoint
CREATE INDEX "tutor_listings_price_asc_idx" ON "tutor_listings" USING btree ("scope",(-"price"),"rating","tutor_id");--> statement-breakpoint
CREATE INDEX "tutor_listings_experience_desc_idx" ON "tutor_listings" USING btree ("scope","experience","rating","tutor_id");--> statement-breakpoint
CREATE INDEX "tutor_listings_experience_asc_idx" ON "tutor_listings" USING btree ("scope",(-"experience"),"rating","tutor_id");--> statement-breakpoint
CREATE INDEX "tutor_listings_name_idx" ON "tutor_listings" USING btree ("scope","name_key" collate "C","tutor_id");--> statement-breakpoint
CREATE INDEX "tutor_listings_newest_idx" ON "tutor_listings" USING btree ("scope","profile_created_at","tutor_id");--> statement-breakpoint
CREATE INDEX "tutor_texts_words_idx" ON "tutor_texts" USING gin ("words" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "tutor_texts_locations_idx" ON "tutor_texts" USING gin ("locations" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "notifications_user_newest_idx" ON "notifications" USING btree ("user_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "notifications_unread_idx" ON "notifications" USING btree ("user_id") WHERE read_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "oauth_accounts_user_provider_key" ON "oauth_accounts" USING btree ("user_id","provider");--> statement-breakpoint
CREATE INDEX "sessions_user_id_idx" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "tutor_documents_position_key" ON "tutor_documents" USING btree ("tutor_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "tutor_profiles_user_id_key" ON "tutor_profiles" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "tutor_subject_topics_position_key" ON "tutor_subject_topics" USING btree ("tutor_subject_id","position");--> statement-breakpoint
CREATE INDEX "tutor_subject_topics_topic_id_idx" ON "tutor_subject_topics" USING btree ("topic_id");--> statement-breakpoint
CREATE UNIQUE INDEX "tutor_subjects_tutor_subject_key" ON "tutor_subjects" USING btree ("tutor_id","subject_id");--> statement-breakpoint
CREATE INDEX "tutor_subjects_subject_id_idx" ON "tutor_subjects" USING btree ("subject_id");