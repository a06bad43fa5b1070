-- No double booking, ever: what holds time may overlap neither for the tutor nor for the student.
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_tutor_never_twice"
  EXCLUDE USING gist ("tutor_user_id" WITH =, tstzrange("start_time", "end_time", '[)') WITH &&)
  WHERE ("status" IN ('pending', 'confirmed'));
--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_student_never_twice"
  EXCLUDE USING gist ("student_id" WITH =, tstzrange("start_time", "end_time", '[)') WITH &&)
  WHERE ("status" IN ('pending', 'confirmed'));
--> statement-breakpoint
-- Slots of one subject and day are half-open and never overlap.
ALTER TABLE "tutor_slots" ADD CONSTRAINT "tutor_slots_apart"
  EXCLUDE USING gist ("tutor_subject_id" WITH =, "day" WITH =, int4range("start_minute"::int, "end_minute"::int, '[)') WITH &&);
