-- A page is found in milliseconds: starting parallel workers for it takes longer than the search.
ALTER FUNCTION text_pieces(text) PARALLEL RESTRICTED;
--> statement-breakpoint
ALTER FUNCTION reads_text(text) PARALLEL RESTRICTED;
