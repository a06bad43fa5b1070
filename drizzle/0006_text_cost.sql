-- Always true: tells the planner what it takes for granted, that reading a text costs more than looking it up.
CREATE FUNCTION reads_text(words text) RETURNS boolean
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 1000
  AS $$ BEGIN RETURN true; END $$;
