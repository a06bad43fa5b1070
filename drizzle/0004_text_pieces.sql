-- Letters and pairs of letters: what a text too short for a trigram is looked up by. Its cost is what it was measured to be.
CREATE FUNCTION text_pieces(words text) RETURNS text[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT COST 2000
  AS $$
    SELECT array(
      SELECT letter FROM unnest(letters) AS letter
      UNION
      SELECT one || two FROM unnest(letters, letters[2:]) AS pair (one, two) WHERE two IS NOT NULL
    ) FROM (SELECT string_to_array(words, NULL) AS letters) AS split
  $$;
