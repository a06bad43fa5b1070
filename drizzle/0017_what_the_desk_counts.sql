-- The audit log: rows come, and neither change nor go.
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
--> statement-breakpoint
-- A quarter of an hour: the days of every zone are made of them.
CREATE FUNCTION quarter_of(at timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN date_bin('15 minutes', at, '2000-01-01 00:00:00+00');
--> statement-breakpoint
-- Set by set, whoever writes and however: a figure is what a recount of the table would give.
CREATE FUNCTION count_bookings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO figure_changes (name, bucket, change)
    SELECT figure.name, figure.bucket, sum(figure.value) FROM new_rows item CROSS JOIN LATERAL (VALUES
      ('bookings.' || item.status, '-infinity'::timestamptz, 1::bigint),
      ('bookings.made', quarter_of(item.created_at), 1),
      ('revenue', '-infinity', CASE WHEN item.status = 'completed' THEN item.amount_cents END),
      ('revenue', quarter_of(item.start_time), CASE WHEN item.status = 'completed' THEN item.amount_cents END)
    ) figure (name, bucket, value) WHERE figure.value <> 0 GROUP BY 1, 2;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO figure_changes (name, bucket, change)
    SELECT figure.name, figure.bucket, -sum(figure.value) FROM old_rows item CROSS JOIN LATERAL (VALUES
      ('bookings.' || item.status, '-infinity'::timestamptz, 1::bigint),
      ('bookings.made', quarter_of(item.created_at), 1),
      ('revenue', '-infinity', CASE WHEN item.status = 'completed' THEN item.amount_cents END),
      ('revenue', quarter_of(item.start_time), CASE WHEN item.status = 'completed' THEN item.amount_cents END)
    ) figure (name, bucket, value) WHERE figure.value <> 0 GROUP BY 1, 2;
  ELSE
    INSERT INTO figure_changes (name, bucket, change)
    SELECT figure.name, figure.bucket, sum(item.sign * figure.value)
    FROM (SELECT 1 AS sign, new_rows.* FROM new_rows UNION ALL SELECT -1, old_rows.* FROM old_rows) item CROSS JOIN LATERAL (VALUES
      ('bookings.' || item.status, '-infinity'::timestamptz, 1::bigint),
      ('bookings.made', quarter_of(item.created_at), 1),
      ('revenue', '-infinity', CASE WHEN item.status = 'completed' THEN item.amount_cents END),
      ('revenue', quarter_of(item.start_time), CASE WHEN item.status = 'completed' THEN item.amount_cents END)
    ) figure (name, bucket, value) WHERE figure.value <> 0 GROUP BY 1, 2 HAVING sum(item.sign * figure.value) <> 0;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER bookings_counted_in AFTER INSERT ON "bookings"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_bookings();
--> statement-breakpoint
CREATE TRIGGER bookings_counted_out AFTER DELETE ON "bookings"
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_bookings();
--> statement-breakpoint
CREATE TRIGGER bookings_counted_anew AFTER UPDATE ON "bookings"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_bookings();
--> statement-breakpoint
CREATE FUNCTION count_people() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO figure_changes (name, bucket, change)
    SELECT figure.name, figure.bucket, count(*) FROM new_rows item CROSS JOIN LATERAL (VALUES
      ('students', '-infinity'::timestamptz, item.role = 'student'),
      ('signups.' || item.role, quarter_of(item.created_at), item.role IN ('student', 'tutor'))
    ) figure (name, bucket, is_counted) WHERE figure.is_counted GROUP BY 1, 2;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO figure_changes (name, bucket, change)
    SELECT figure.name, figure.bucket, -count(*) FROM old_rows item CROSS JOIN LATERAL (VALUES
      ('students', '-infinity'::timestamptz, item.role = 'student'),
      ('signups.' || item.role, quarter_of(item.created_at), item.role IN ('student', 'tutor'))
    ) figure (name, bucket, is_counted) WHERE figure.is_counted GROUP BY 1, 2;
  ELSE
    INSERT INTO figure_changes (name, bucket, change)
    SELECT figure.name, figure.bucket, sum(item.sign)
    FROM (SELECT 1 AS sign, new_rows.* FROM new_rows UNION ALL SELECT -1, old_rows.* FROM old_rows) item CROSS JOIN LATERAL (VALUES
      ('students', '-infinity'::timestamptz, item.role = 'student'),
      ('signups.' || item.role, quarter_of(item.created_at), item.role IN ('student', 'tutor'))
    ) figure (name, bucket, is_counted) WHERE figure.is_counted GROUP BY 1, 2 HAVING sum(item.sign) <> 0;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_counted_in AFTER INSERT ON "users"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_people();
--> statement-breakpoint
CREATE TRIGGER users_counted_out AFTER DELETE ON "users"
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_people();
--> statement-breakpoint
CREATE TRIGGER users_counted_anew AFTER UPDATE ON "users"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_people();
--> statement-breakpoint
CREATE FUNCTION count_tutors() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO figure_changes (name, bucket, change)
    SELECT figure.name, '-infinity', count(*) FROM new_rows item CROSS JOIN LATERAL (VALUES
      ('tutors', true), ('tutors.verified', item.is_verified), ('tutors.pending', item.verification_status = 'pending')
    ) figure (name, is_counted) WHERE figure.is_counted GROUP BY 1;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO figure_changes (name, bucket, change)
    SELECT figure.name, '-infinity', -count(*) FROM old_rows item CROSS JOIN LATERAL (VALUES
      ('tutors', true), ('tutors.verified', item.is_verified), ('tutors.pending', item.verification_status = 'pending')
    ) figure (name, is_counted) WHERE figure.is_counted GROUP BY 1;
  ELSE
    INSERT INTO figure_changes (name, bucket, change)
    SELECT figure.name, '-infinity', sum(item.sign)
    FROM (SELECT 1 AS sign, new_rows.* FROM new_rows UNION ALL SELECT -1, old_rows.* FROM old_rows) item CROSS JOIN LATERAL (VALUES
      ('tutors', true), ('tutors.verified', item.is_verified), ('tutors.pending', item.verification_status = 'pending')
    ) figure (name, is_counted) WHERE figure.is_counted GROUP BY 1 HAVING sum(item.sign) <> 0;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tutor_profiles_counted_in AFTER INSERT ON "tutor_profiles"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_tutors();
--> statement-breakpoint
CREATE TRIGGER tutor_profiles_counted_out AFTER DELETE ON "tutor_profiles"
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_tutors();
--> statement-breakpoint
CREATE TRIGGER tutor_profiles_counted_anew AFTER UPDATE ON "tutor_profiles"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_tutors();
--> statement-breakpoint
-- What is there already; triggers count from here on, and nothing is written between (one transaction, after a lock).
LOCK TABLE "users", "tutor_profiles", "bookings" IN SHARE MODE;
--> statement-breakpoint
INSERT INTO figures (name, bucket, value)
SELECT name, bucket, sum(value) FROM (
  SELECT figure.name, figure.bucket, figure.value FROM bookings item CROSS JOIN LATERAL (VALUES
    ('bookings.' || item.status, '-infinity'::timestamptz, 1::bigint),
    ('bookings.made', quarter_of(item.created_at), 1),
    ('revenue', '-infinity', CASE WHEN item.status = 'completed' THEN item.amount_cents END),
    ('revenue', quarter_of(item.start_time), CASE WHEN item.status = 'completed' THEN item.amount_cents END)
  ) figure (name, bucket, value)
  UNION ALL
  SELECT 'students', '-infinity', 1 FROM users WHERE role = 'student'
  UNION ALL
  SELECT 'signups.' || role, quarter_of(created_at), 1 FROM users WHERE role IN ('student', 'tutor')
  UNION ALL
  SELECT figure.name, '-infinity', 1 FROM tutor_profiles item CROSS JOIN LATERAL (VALUES
    ('tutors', true), ('tutors.verified', item.is_verified), ('tutors.pending', item.verification_status = 'pending')
  ) figure (name, is_counted) WHERE figure.is_counted
) counted WHERE value <> 0 GROUP BY name, bucket;
