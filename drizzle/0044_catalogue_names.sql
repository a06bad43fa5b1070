ALTER TABLE "subject_categories" ADD COLUMN "name_si" text;--> statement-breakpoint
ALTER TABLE "subject_categories" ADD COLUMN "name_ta" text;--> statement-breakpoint
ALTER TABLE "subjects" ADD COLUMN "name_si" text;--> statement-breakpoint
ALTER TABLE "subjects" ADD COLUMN "name_ta" text;--> statement-breakpoint
ALTER TABLE "topics" ADD COLUMN "name_si" text;--> statement-breakpoint
ALTER TABLE "topics" ADD COLUMN "name_ta" text;--> statement-breakpoint
ALTER TABLE "subject_categories" ADD CONSTRAINT "subject_categories_name_si_length" CHECK (char_length("subject_categories"."name_si") between 1 and 150);--> statement-breakpoint
ALTER TABLE "subject_categories" ADD CONSTRAINT "subject_categories_name_ta_length" CHECK (char_length("subject_categories"."name_ta") between 1 and 150);--> statement-breakpoint
ALTER TABLE "subjects" ADD CONSTRAINT "subjects_name_si_length" CHECK (char_length("subjects"."name_si") between 1 and 150);--> statement-breakpoint
ALTER TABLE "subjects" ADD CONSTRAINT "subjects_name_ta_length" CHECK (char_length("subjects"."name_ta") between 1 and 150);--> statement-breakpoint
ALTER TABLE "topics" ADD CONSTRAINT "topics_name_si_length" CHECK (char_length("topics"."name_si") between 1 and 150);--> statement-breakpoint
ALTER TABLE "topics" ADD CONSTRAINT "topics_name_ta_length" CHECK (char_length("topics"."name_ta") between 1 and 150);--> statement-breakpoint
CREATE OR REPLACE FUNCTION store_search_words() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
    DECLARE
      entity integer;
      names text[] := array_remove(NEW.name || NEW.aliases || ARRAY[NEW.name_si, NEW.name_ta], NULL);
    BEGIN
      IF TG_OP = 'INSERT' THEN
        EXECUTE format('INSERT INTO search_entities (%I) VALUES ($1) RETURNING id', TG_ARGV[0]) INTO entity USING NEW.id;
      ELSE
        EXECUTE format('SELECT id FROM search_entities WHERE %I = $1', TG_ARGV[0]) INTO entity USING NEW.id;
        DELETE FROM "search_words" WHERE "entity_id" = entity;
      END IF;
      INSERT INTO "search_words" ("word", "entity_id", "is_synonym") SELECT "word", entity, "is_synonym" FROM words_of_names(names);
      RETURN NULL;
    END
  $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "subject_categories_search_words" AFTER INSERT OR UPDATE OF "name", "aliases", "name_si", "name_ta" ON "subject_categories"
  FOR EACH ROW EXECUTE FUNCTION store_search_words('category_id');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "subjects_search_words" AFTER INSERT OR UPDATE OF "name", "aliases", "name_si", "name_ta" ON "subjects"
  FOR EACH ROW EXECUTE FUNCTION store_search_words('subject_id');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "topics_search_words" AFTER INSERT OR UPDATE OF "name", "aliases", "name_si", "name_ta" ON "topics"
  FOR EACH ROW EXECUTE FUNCTION store_search_words('topic_id');
