INSERT INTO "search_entities" ("place") SELECT "key" FROM "places" ORDER BY "key";
--> statement-breakpoint
INSERT INTO "search_words" ("word", "entity_id", "is_synonym")
  SELECT DISTINCT unnest(search_words("named"."name")), "entity"."id", false FROM "search_entities" AS "entity" JOIN "place_names" AS "named" ON "named"."place" = "entity"."place";
--> statement-breakpoint
INSERT INTO "search_entities" ("category_id") SELECT "id" FROM "subject_categories" ORDER BY "id";
--> statement-breakpoint
INSERT INTO "search_entities" ("subject_id") SELECT "id" FROM "subjects" ORDER BY "id";
--> statement-breakpoint
INSERT INTO "search_entities" ("topic_id") SELECT "id" FROM "topics" ORDER BY "id";
--> statement-breakpoint
INSERT INTO "search_words" ("word", "entity_id", "is_synonym")
  SELECT "found"."word", "entity"."id", "found"."is_synonym"
  FROM "search_entities" AS "entity"
  LEFT JOIN "subject_categories" AS "category" ON "category"."id" = "entity"."category_id"
  LEFT JOIN "subjects" AS "subject" ON "subject"."id" = "entity"."subject_id"
  LEFT JOIN "topics" AS "topic" ON "topic"."id" = "entity"."topic_id"
  CROSS JOIN LATERAL words_of_names(ARRAY[coalesce("category"."name", "subject"."name", "topic"."name")]) AS "found"
  WHERE "entity"."place" IS NULL;
--> statement-breakpoint
INSERT INTO "tutor_texts" ("tutor_id", "terms")
  SELECT "profile"."id", tutor_terms("person"."name", "profile"."available_locations", "profile"."teaching_mediums", tutor_entities("profile"."id"))
  FROM "tutor_listings" AS "listing"
  JOIN "tutor_profiles" AS "profile" ON "profile"."id" = "listing"."tutor_id"
  JOIN "users" AS "person" ON "person"."id" = "profile"."user_id"
  WHERE "listing"."scope" = '00000000-0000-0000-0000-000000000000';
--> statement-breakpoint
INSERT INTO "listing_words" ("word", "tutors")
  SELECT "word", count(*) FROM (SELECT unnest(written_words("terms")) AS "word" FROM "tutor_texts") AS "written"
  WHERE char_length("word") >= 3
  GROUP BY "word";
