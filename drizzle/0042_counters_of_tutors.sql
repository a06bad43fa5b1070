CREATE TABLE "tutor_students" (
	"tutor_user_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"bookings" integer NOT NULL,
	CONSTRAINT "tutor_students_tutor_user_id_student_id_pk" PRIMARY KEY("tutor_user_id","student_id")
);
--> statement-breakpoint
CREATE TABLE "tutor_totals" (
	"tutor_user_id" uuid PRIMARY KEY NOT NULL,
	"students" integer NOT NULL,
	"sessions" integer NOT NULL,
	"earnings_cents" bigint NOT NULL,
	"reviews" integer NOT NULL,
	"rating_sum" integer NOT NULL
);
--> statement-breakpoint
-- Set by set, whoever writes and however: a counter is what a recount of the table would give.
CREATE FUNCTION count_sessions_of_tutors() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  tutor_ids uuid[];
  student_ids uuid[];
  held integer[];
  ended integer[];
  cents bigint[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(tutor_user_id), array_agg(student_id), array_agg(1), array_agg((status = 'completed')::integer),
      array_agg(CASE WHEN status = 'completed' THEN amount_cents ELSE 0 END)
    INTO tutor_ids, student_ids, held, ended, cents
    FROM new_rows WHERE status IN ('confirmed', 'completed') AND tutor_user_id IS NOT NULL;
  ELSIF TG_OP = 'DELETE' THEN
    SELECT array_agg(tutor_user_id), array_agg(student_id), array_agg(-1), array_agg(-(status = 'completed')::integer),
      array_agg(CASE WHEN status = 'completed' THEN -amount_cents ELSE 0 END)
    INTO tutor_ids, student_ids, held, ended, cents
    FROM old_rows WHERE status IN ('confirmed', 'completed') AND tutor_user_id IS NOT NULL;
  ELSE
    SELECT array_agg(tutor_user_id), array_agg(student_id), array_agg(bookings), array_agg(sessions), array_agg(earnings_cents)
    INTO tutor_ids, student_ids, held, ended, cents
    FROM (
      SELECT tutor_user_id, student_id, sum(sign) AS bookings, coalesce(sum(sign) FILTER (WHERE status = 'completed'), 0) AS sessions,
        coalesce(sum(sign * amount_cents) FILTER (WHERE status = 'completed'), 0) AS earnings_cents
      FROM (SELECT 1 AS sign, new_rows.* FROM new_rows UNION ALL SELECT -1, old_rows.* FROM old_rows) item
      WHERE status IN ('confirmed', 'completed') AND tutor_user_id IS NOT NULL
      GROUP BY tutor_user_id, student_id
    ) summed WHERE (bookings, sessions, earnings_cents) <> (0, 0, 0);
  END IF;
  IF tutor_ids IS NULL THEN RETURN NULL; END IF;

  WITH change AS (
    SELECT tutor_user_id, student_id, sum(bookings)::integer AS bookings, sum(sessions) AS sessions, sum(earnings_cents) AS earnings_cents
    FROM unnest(tutor_ids, student_ids, held, ended, cents) item (tutor_user_id, student_id, bookings, sessions, earnings_cents) GROUP BY 1, 2
  ), pair AS (
    INSERT INTO tutor_students AS known (tutor_user_id, student_id, bookings)
    SELECT tutor_user_id, student_id, bookings FROM change WHERE student_id IS NOT NULL AND bookings <> 0 ORDER BY 1, 2
    ON CONFLICT (tutor_user_id, student_id) DO UPDATE SET bookings = known.bookings + excluded.bookings
    RETURNING tutor_user_id, student_id, bookings
  )
  INSERT INTO tutor_totals AS total (tutor_user_id, students, sessions, earnings_cents, reviews, rating_sum)
  SELECT tutor_user_id, coalesce(sum((pair.bookings > 0)::integer - (pair.bookings - change.bookings > 0)::integer), 0),
    sum(sessions), sum(earnings_cents), 0, 0
  FROM change LEFT JOIN pair USING (tutor_user_id, student_id) GROUP BY 1 ORDER BY 1
  ON CONFLICT (tutor_user_id) DO UPDATE SET students = total.students + excluded.students,
    sessions = total.sessions + excluded.sessions, earnings_cents = total.earnings_cents + excluded.earnings_cents;

  DELETE FROM tutor_students WHERE bookings = 0 AND (tutor_user_id, student_id) IN (SELECT * FROM unnest(tutor_ids, student_ids));
  DELETE FROM tutor_totals WHERE tutor_user_id = ANY (tutor_ids) AND students = 0 AND sessions = 0 AND earnings_cents = 0 AND reviews = 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION count_reviews_of_tutors() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE tutors uuid[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO tutor_totals AS total (tutor_user_id, students, sessions, earnings_cents, reviews, rating_sum)
    SELECT tutor_user_id, 0, 0, 0, count(*), sum(rating) FROM new_rows WHERE hidden_at IS NULL AND tutor_user_id IS NOT NULL GROUP BY 1 ORDER BY 1
    ON CONFLICT (tutor_user_id) DO UPDATE SET reviews = total.reviews + excluded.reviews, rating_sum = total.rating_sum + excluded.rating_sum;
    RETURN NULL;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO tutor_totals AS total (tutor_user_id, students, sessions, earnings_cents, reviews, rating_sum)
    SELECT tutor_user_id, 0, 0, 0, -count(*), -sum(rating) FROM old_rows WHERE hidden_at IS NULL AND tutor_user_id IS NOT NULL GROUP BY 1 ORDER BY 1
    ON CONFLICT (tutor_user_id) DO UPDATE SET reviews = total.reviews + excluded.reviews, rating_sum = total.rating_sum + excluded.rating_sum;
    tutors := ARRAY(SELECT DISTINCT tutor_user_id FROM old_rows);
  ELSE
    INSERT INTO tutor_totals AS total (tutor_user_id, students, sessions, earnings_cents, reviews, rating_sum)
    SELECT tutor_user_id, 0, 0, 0, sum(sign), sum(sign * rating)
    FROM (SELECT 1 AS sign, new_rows.* FROM new_rows UNION ALL SELECT -1, old_rows.* FROM old_rows) item
    WHERE hidden_at IS NULL AND tutor_user_id IS NOT NULL
    GROUP BY 1 HAVING sum(sign) <> 0 OR sum(sign * rating) <> 0 ORDER BY 1
    ON CONFLICT (tutor_user_id) DO UPDATE SET reviews = total.reviews + excluded.reviews, rating_sum = total.rating_sum + excluded.rating_sum;
    tutors := ARRAY(SELECT DISTINCT tutor_user_id FROM old_rows);
  END IF;
  DELETE FROM tutor_totals WHERE tutor_user_id = ANY (tutors) AND students = 0 AND sessions = 0 AND earnings_cents = 0 AND reviews = 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
LOCK TABLE "bookings", "reviews" IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
CREATE TRIGGER bookings_of_tutors_counted_in AFTER INSERT ON "bookings"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_sessions_of_tutors();
--> statement-breakpoint
CREATE TRIGGER bookings_of_tutors_counted_out AFTER DELETE ON "bookings"
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_sessions_of_tutors();
--> statement-breakpoint
CREATE TRIGGER bookings_of_tutors_counted_anew AFTER UPDATE ON "bookings"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_sessions_of_tutors();
--> statement-breakpoint
CREATE TRIGGER reviews_of_tutors_counted_in AFTER INSERT ON "reviews"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_reviews_of_tutors();
--> statement-breakpoint
CREATE TRIGGER reviews_of_tutors_counted_out AFTER DELETE ON "reviews"
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_reviews_of_tutors();
--> statement-breakpoint
CREATE TRIGGER reviews_of_tutors_counted_anew AFTER UPDATE ON "reviews"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_reviews_of_tutors();
--> statement-breakpoint
-- What is there already: triggers count from here on, and nothing is written between (one transaction, after a lock).
INSERT INTO tutor_students (tutor_user_id, student_id, bookings)
SELECT tutor_user_id, student_id, count(*) FROM bookings
WHERE status IN ('confirmed', 'completed') AND tutor_user_id IS NOT NULL AND student_id IS NOT NULL GROUP BY 1, 2;
--> statement-breakpoint
INSERT INTO tutor_totals (tutor_user_id, students, sessions, earnings_cents, reviews, rating_sum)
SELECT tutor_user_id, sum(students), sum(sessions), sum(earnings_cents), sum(reviews), sum(rating_sum) FROM (
  SELECT tutor_user_id, count(*) AS students, 0 AS sessions, 0 AS earnings_cents, 0 AS reviews, 0 AS rating_sum FROM tutor_students GROUP BY 1
  UNION ALL
  SELECT tutor_user_id, 0, count(*), sum(amount_cents), 0, 0 FROM bookings WHERE status = 'completed' AND tutor_user_id IS NOT NULL GROUP BY 1
  UNION ALL
  SELECT tutor_user_id, 0, 0, 0, count(*), sum(rating) FROM reviews WHERE hidden_at IS NULL AND tutor_user_id IS NOT NULL GROUP BY 1
) counted GROUP BY 1;
--> statement-breakpoint
-- A server of a release without conversations may have taken a request while 0013 ran; from here on only a request opens one.
INSERT INTO message_threads (id, student_id, tutor_user_id, last_activity_at, created_at)
SELECT gen_random_uuid(), student_id, tutor_user_id, max(created_at), min(created_at) FROM bookings
WHERE student_id IS NOT NULL AND tutor_user_id IS NOT NULL GROUP BY student_id, tutor_user_id
ON CONFLICT DO NOTHING;
