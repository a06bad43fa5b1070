-- A text as search compares it: in lower case, without accents and joiners, vowel signs in one order, "O/L" and "A-Levels" as one word.
CREATE FUNCTION search_text(words text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  AS $$
    SELECT regexp_replace(
      replace(replace(plain_text(normalize(translate(words, E'\u200B\u200C\u200D\u2060\uFEFF', ''), NFC)), E'\u0DCF\u0DD9', E'\u0DDC'), E'\u0BBE\u0BC6', E'\u0BCA'),
      '\m([oa])\s?[-/.''’]?\s?l(?:evels?)?\M', '\1l', 'g')
  $$;
--> statement-breakpoint
-- Some marks more than before: what stands between words must be the same here and in `search-text.ts`.
CREATE OR REPLACE FUNCTION text_words(words text) RETURNS text[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  AS $$
    SELECT string_to_array(translate(words, E'\n\t,.;:!?()/&+-\'"\u2019\u2013\u2018\u201C\u201D\u2014\u2026\u00B7\u2022|[]{}<>*#@%^=~`_$\\', repeat(' ', 60)), ' ')
  $$;
--> statement-breakpoint
CREATE FUNCTION search_words(words text) RETURNS text[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  AS $$ SELECT array_remove(text_words(search_text(words)), '') $$;
--> statement-breakpoint
CREATE FUNCTION search_phrase(words text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  AS $$ SELECT array_to_string(search_words(words), ' ') $$;
--> statement-breakpoint
-- How a word of `search_text` sounds, in Latin letters, for words that are written in another script than they are searched in.
-- Sinhala and Tamil as in ISO 15919; then what Latin spellings mix up becomes one: th and t, w and v, ee and i, long and short
-- vowels, e and a, doubled letters, and, because Tamil writes them alike, g and k, d and t, b and p, j and s.
CREATE FUNCTION latin_key(word text) RETURNS text
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT
  AS $$
    DECLARE
      latin text := word;
    BEGIN
      IF latin ~ '[^ -~]' THEN
        latin := replace(replace(replace(replace(replace(replace(latin, 'ඟ', 'න්ග'), 'ඦ', 'න්ජ'), 'ඬ', 'න්ඩ'), 'ඳ', 'න්ද'), 'ඹ', 'ම්බ'), 'ඥ', 'ග්න');
        -- Consonants in upper case, so that one without a vowel sign can be found: it is followed by an a. Some vowels have two letters.
        latin := translate(latin, 'කඛගඝඞචඡජඣඤටඨඩඪණතථදධනපඵබභමයරලවශෂසහළෆ', 'KKGGNSSJJNTTDDNTTDDNPPBBMYRLVSSSHLP');
        latin := translate(latin, 'අආඇඈඉඊඋඌඍඑඒඓඔඕඖාැෑිීුූෘෲෙේෛොෝෞං්ඃ', 'aaaaiiuu3ee1oo2aaaiiuu33ee1oo2n~');
        latin := translate(latin, 'கஙசஞடணதநபமயரலவழளறனஜஷஸஹஶ', 'KNSNTNTNPMYRLVLLRNSSSHS');
        latin := translate(latin, 'அஆஇஈஉஊஎஏஐஒஓஔாிீுூெேைொோௌ்ஃ', 'aaiiuuee1oo2aiiuuee1oo2~');
        latin := regexp_replace(latin, '([A-Z])(?![aeiou1-3~])', '\1a', 'g');
        latin := lower(replace(replace(replace(replace(latin, '~', ''), '1', 'ai'), '2', 'au'), '3', 'ru'));
      END IF;
      latin := replace(replace(replace(replace(replace(latin, 'ngh', 'nh'), 'zh', 'l'), 'ee', 'i'), 'oo', 'u'), 'x', 'ks');
      latin := regexp_replace(replace(replace(latin, 'ch', 's'), 'sh', 's'), 'c(?=[iey])', 's', 'g');
      latin := regexp_replace(latin, '([tdbgkpc])h', '\1', 'g');
      latin := regexp_replace(latin, 'iy(?=[aeiou])', 'i', 'g');
      RETURN regexp_replace(translate(latin, 'cqwzfgdbje', 'kkvspktpsa'), '(.)\1+', '\1', 'g');
    END
  $$;
--> statement-breakpoint
CREATE TABLE "place_names" (
	"place" text NOT NULL,
	"name" text NOT NULL,
	"phrase" text GENERATED ALWAYS AS (search_phrase(name)) STORED NOT NULL,
	CONSTRAINT "place_names_place_name_pk" PRIMARY KEY("place","name")
);
--> statement-breakpoint
CREATE TABLE "places" (
	"key" text PRIMARY KEY NOT NULL,
	"district" text NOT NULL,
	"name" text NOT NULL,
	"lat" real NOT NULL,
	"lng" real NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_entities" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "search_entities_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"category_id" uuid,
	"subject_id" uuid,
	"topic_id" uuid,
	"place" text,
	CONSTRAINT "search_entities_category_key" UNIQUE("category_id"),
	CONSTRAINT "search_entities_subject_key" UNIQUE("subject_id"),
	CONSTRAINT "search_entities_topic_key" UNIQUE("topic_id"),
	CONSTRAINT "search_entities_place_key" UNIQUE("place"),
	CONSTRAINT "search_entities_is_one" CHECK (num_nonnulls("search_entities"."category_id", "search_entities"."subject_id", "search_entities"."topic_id", "search_entities"."place") = 1)
);
--> statement-breakpoint
CREATE TABLE "search_synonyms" (
	"term" text NOT NULL,
	"synonym" text NOT NULL,
	CONSTRAINT "search_synonyms_term_synonym_pk" PRIMARY KEY("term","synonym")
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"word" text NOT NULL,
	"entity_id" integer NOT NULL,
	"is_synonym" boolean NOT NULL,
	"key" text GENERATED ALWAYS AS (latin_key(word)) STORED NOT NULL,
	CONSTRAINT "search_words_word_entity_id_pk" PRIMARY KEY("word","entity_id")
);
--> statement-breakpoint
DELETE FROM "tutor_texts";--> statement-breakpoint
DELETE FROM "listing_words";--> statement-breakpoint
DROP INDEX "listing_words_word_idx";--> statement-breakpoint
DROP INDEX "tutor_texts_words_idx";--> statement-breakpoint
DROP INDEX "tutor_texts_locations_idx";--> statement-breakpoint
DROP INDEX "tutor_texts_pieces_idx";--> statement-breakpoint
ALTER TABLE "subject_categories" ADD COLUMN "aliases" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "subjects" ADD COLUMN "aliases" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "topics" ADD COLUMN "aliases" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "tutor_texts" ADD COLUMN "terms" "tsvector" NOT NULL;--> statement-breakpoint
ALTER TABLE "place_names" ADD CONSTRAINT "place_names_place_places_key_fk" FOREIGN KEY ("place") REFERENCES "public"."places"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_entities" ADD CONSTRAINT "search_entities_category_id_subject_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."subject_categories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_entities" ADD CONSTRAINT "search_entities_subject_id_subjects_id_fk" FOREIGN KEY ("subject_id") REFERENCES "public"."subjects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_entities" ADD CONSTRAINT "search_entities_topic_id_topics_id_fk" FOREIGN KEY ("topic_id") REFERENCES "public"."topics"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_entities" ADD CONSTRAINT "search_entities_place_places_key_fk" FOREIGN KEY ("place") REFERENCES "public"."places"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_words" ADD CONSTRAINT "search_words_entity_id_search_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."search_entities"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "place_names_phrase_idx" ON "place_names" USING btree ("phrase");--> statement-breakpoint
CREATE INDEX "search_words_entity_idx" ON "search_words" USING btree ("entity_id");--> statement-breakpoint
CREATE INDEX "search_words_prefix_idx" ON "search_words" USING btree ("word" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "search_words_key_idx" ON "search_words" USING btree ("key" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "search_words_slips_idx" ON "search_words" USING gin (word_slips("word")) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "tutor_texts_terms_idx" ON "tutor_texts" USING gin ("terms");--> statement-breakpoint
ALTER TABLE "listing_words" DROP COLUMN "places";--> statement-breakpoint
ALTER TABLE "tutor_texts" DROP COLUMN "words";--> statement-breakpoint
ALTER TABLE "tutor_texts" DROP COLUMN "locations";--> statement-breakpoint
DROP FUNCTION text_pieces(text);--> statement-breakpoint
DROP FUNCTION reads_text(text);--> statement-breakpoint
-- The places that a tutor names, and their districts. The longest name counts: "Nuwara Eliya" is not "Nuwara", which is Kandy.
CREATE FUNCTION place_entities(locations text) RETURNS integer[]
  LANGUAGE plpgsql STABLE PARALLEL SAFE STRICT
  AS $$
    DECLARE
      words text[] := search_words(locations);
      first integer := 1;
      length integer;
      named text[];
      keys text[] := '{}';
    BEGIN
      WHILE first <= cardinality(words) LOOP
        length := least(4, cardinality(words) - first + 1);
        LOOP
          named := array(SELECT "place" FROM "place_names" WHERE "phrase" = array_to_string(words[first : first + length - 1], ' '));
          EXIT WHEN length = 1 OR named <> '{}';
          length := length - 1;
        END LOOP;
        keys := keys || named;
        first := first + length;
      END LOOP;
      RETURN array(
        SELECT "entity"."id" FROM "search_entities" AS "entity"
        WHERE "entity"."place" IN (SELECT unnest(ARRAY["place"."key", "place"."district"]) FROM "places" AS "place" WHERE "place"."key" = ANY (keys))
      );
    END
  $$;
--> statement-breakpoint
-- The words of names in the catalogue, and of what is said instead of a run of them.
CREATE FUNCTION words_of_names(names text[]) RETURNS TABLE ("word" text, "is_synonym" boolean)
  LANGUAGE sql STABLE
  AS $$
    WITH "split" AS MATERIALIZED (SELECT search_words(name) AS "words" FROM unnest(names) AS name), "found" AS (
      SELECT unnest("words") AS "word", false AS "is_synonym" FROM "split"
      UNION ALL
      SELECT unnest(search_words("known"."synonym")), true
      FROM "split"
      CROSS JOIN LATERAL generate_series(1, cardinality("words")) AS first
      CROSS JOIN LATERAL generate_series(first, least(first + 3, cardinality("words"))) AS last
      -- OFFSET 0 has the few words looked up one by one; otherwise all synonyms are sorted for each name.
      CROSS JOIN LATERAL (
        SELECT "synonym" FROM "search_synonyms" WHERE "term" = array_to_string("words"[first : last], ' ') OFFSET 0
      ) AS "known"
    )
    SELECT "word", bool_and("is_synonym") FROM "found" GROUP BY "word"
  $$;
--> statement-breakpoint
CREATE FUNCTION store_search_words() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
    DECLARE
      entity integer;
    BEGIN
      IF TG_OP = 'INSERT' THEN
        EXECUTE format('INSERT INTO search_entities (%I) VALUES ($1) RETURNING id', TG_ARGV[0]) INTO entity USING NEW.id;
      ELSE
        EXECUTE format('SELECT id FROM search_entities WHERE %I = $1', TG_ARGV[0]) INTO entity USING NEW.id;
        DELETE FROM "search_words" WHERE "entity_id" = entity;
      END IF;
      INSERT INTO "search_words" ("word", "entity_id", "is_synonym") SELECT "word", entity, "is_synonym" FROM words_of_names(NEW.name || NEW.aliases);
      RETURN NULL;
    END
  $$;
--> statement-breakpoint
CREATE FUNCTION tutor_entities(tutor uuid) RETURNS integer[]
  LANGUAGE sql STABLE PARALLEL SAFE
  AS $$
    SELECT array(
      SELECT "entity"."id" FROM "tutor_listings" AS "listing"
      JOIN LATERAL (
        SELECT "id" FROM "search_entities" WHERE "subject_id" = "listing"."scope"
        UNION ALL SELECT "id" FROM "search_entities" WHERE "topic_id" = "listing"."scope"
        UNION ALL SELECT "id" FROM "search_entities" WHERE "category_id" = "listing"."scope"
      ) AS "entity" ON true
      WHERE "listing"."tutor_id" = tutor
    )
  $$;
--> statement-breakpoint
-- How a tutor is found: `e` and the number of an entity; `n:` and `l:` and a word of the name or of a place; `k:` and the sound of a word of
-- the name, `x:` the same where the word is not in Latin letters; `m:` and a medium.
CREATE FUNCTION tutor_terms(name text, locations text, mediums teaching_medium[], entities integer[]) RETURNS tsvector
  LANGUAGE sql STABLE PARALLEL SAFE
  AS $$
    SELECT array_to_tsvector(array(
      SELECT 'e' || unnest(entities || place_entities(locations))
      UNION SELECT 'm:' || unnest(mediums)
      UNION SELECT 'l:' || unnest(search_words(locations))
      UNION SELECT unnest(ARRAY['n:' || word, 'k:' || latin_key(word)]) FROM unnest(search_words(name)) AS word
      UNION SELECT 'x:' || latin_key(word) FROM unnest(search_words(name)) AS word WHERE word ~ '[^ -~]'
      UNION SELECT unnest(ARRAY['n:' || other, 'k:' || latin_key(other)])
        FROM "search_synonyms" AS "known", unnest(search_words("known"."synonym")) AS other
        WHERE "known"."term" = ANY (search_words(name)) AND other ~ '[^ -~]'
    ))
  $$;
--> statement-breakpoint
-- The words of `tutor_terms` that were written by somebody.
CREATE FUNCTION written_words(terms tsvector) RETURNS text[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  AS $$ SELECT array(SELECT DISTINCT substr(term, 3) FROM unnest(tsvector_to_array(terms)) AS term WHERE term LIKE 'n:%' OR term LIKE 'l:%') $$;
--> statement-breakpoint
CREATE TRIGGER "subject_categories_search_words" AFTER INSERT OR UPDATE OF "name", "aliases" ON "subject_categories"
  FOR EACH ROW EXECUTE FUNCTION store_search_words('category_id');
--> statement-breakpoint
CREATE TRIGGER "subjects_search_words" AFTER INSERT OR UPDATE OF "name", "aliases" ON "subjects"
  FOR EACH ROW EXECUTE FUNCTION store_search_words('subject_id');
--> statement-breakpoint
CREATE TRIGGER "topics_search_words" AFTER INSERT OR UPDATE OF "name", "aliases" ON "topics"
  FOR EACH ROW EXECUTE FUNCTION store_search_words('topic_id');
