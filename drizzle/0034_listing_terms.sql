CREATE INDEX "listing_words_pieces_idx" ON "listing_words" USING gin ("word" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
-- The same terms as before. The words of a name are taken apart once, and the statement over the synonyms is not planned anew for each tutor.
CREATE OR REPLACE FUNCTION tutor_terms(name text, locations text, mediums teaching_medium[], entities integer[]) RETURNS tsvector
  LANGUAGE plpgsql STABLE PARALLEL SAFE
  SET plan_cache_mode = force_generic_plan
  AS $$
    DECLARE
      names text[] := search_words(name);
      others text[] := array(
        SELECT other FROM "search_synonyms" AS "known", unnest(search_words("known"."synonym")) AS other
        WHERE "known"."term" = ANY (names) AND other ~ '[^ -~]'
      );
    BEGIN
      RETURN array_to_tsvector(array(
        SELECT 'e' || unnest(entities || place_entities(locations))
        UNION SELECT 'm:' || unnest(mediums)
        UNION SELECT 'l:' || unnest(search_words(locations))
        UNION SELECT unnest(ARRAY['n:' || word, 'k:' || latin_key(word)]) FROM unnest(names || others) AS word
        UNION SELECT 'x:' || latin_key(word) FROM unnest(names) AS word WHERE word ~ '[^ -~]'
      ));
    END
  $$;
