-- As before, and what the index would else have to join from two long lists: `p`, a subject or category and a place of the tutor (`p12.301`); `o`,
-- `h` and `g`, a subject or category that the tutor teaches online, at home and in groups.
CREATE FUNCTION tutor_terms(tutor uuid, name text, locations text, mediums teaching_medium[]) RETURNS tsvector
  LANGUAGE plpgsql STABLE PARALLEL SAFE
  SET plan_cache_mode = force_generic_plan
  AS $$
    DECLARE
      names text[] := search_words(name);
      others text[] := array(
        SELECT other FROM "search_synonyms" AS "known", unnest(search_words("known"."synonym")) AS other
        WHERE "known"."term" = ANY (names) AND other ~ '[^ -~]'
      );
      places integer[] := place_entities(locations);
    BEGIN
      RETURN array_to_tsvector(array(
        SELECT "taught"."term" FROM "tutor_listings" AS "listing"
        CROSS JOIN LATERAL (
          SELECT "id", true AS "is_paired" FROM "search_entities" WHERE "subject_id" = "listing"."scope"
          UNION ALL SELECT "id", false FROM "search_entities" WHERE "topic_id" = "listing"."scope"
          UNION ALL SELECT "id", true FROM "search_entities" WHERE "category_id" = "listing"."scope"
        ) AS "entity"
        CROSS JOIN LATERAL (
          SELECT 'e' || "entity"."id"
          UNION ALL SELECT 'p' || "entity"."id" || '.' || unnest(places) WHERE "entity"."is_paired"
          UNION ALL SELECT 'o' || "entity"."id" WHERE "entity"."is_paired" AND "listing"."offers_online"
          UNION ALL SELECT 'h' || "entity"."id" WHERE "entity"."is_paired" AND "listing"."offers_home_visit"
          UNION ALL SELECT 'g' || "entity"."id" WHERE "entity"."is_paired" AND "listing"."offers_group"
        ) AS "taught" ("term")
        WHERE "listing"."tutor_id" = tutor
        UNION SELECT 'e' || unnest(places)
        UNION SELECT 'm:' || unnest(mediums)
        UNION SELECT 'l:' || unnest(search_words(locations))
        UNION SELECT unnest(ARRAY['n:' || word, 'k:' || latin_key(word)]) FROM unnest(names || others) AS word
        UNION SELECT 'x:' || latin_key(word) FROM unnest(names) AS word WHERE word ~ '[^ -~]'
      ));
    END
  $$;
--> statement-breakpoint
DROP INDEX "tutor_texts_terms_idx";--> statement-breakpoint
UPDATE "tutor_texts" AS "text" SET "terms" = tutor_terms("profile"."id", "person"."name", "profile"."available_locations", "profile"."teaching_mediums")
  FROM "tutor_profiles" AS "profile" JOIN "users" AS "person" ON "person"."id" = "profile"."user_id"
  WHERE "profile"."id" = "text"."tutor_id";--> statement-breakpoint
CREATE INDEX "tutor_texts_terms_idx" ON "tutor_texts" USING gin ("terms") WITH (fastupdate=false);--> statement-breakpoint
DROP FUNCTION tutor_terms(text, text, teaching_medium[], integer[]);--> statement-breakpoint
DROP FUNCTION tutor_entities(uuid);
