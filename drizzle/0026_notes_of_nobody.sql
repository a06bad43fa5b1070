-- Whoever was deleted before notes went with the account: what they wrote on their bookings goes as well.
UPDATE "bookings" SET "notes" = '', "child_name" = '', "contact_number" = '', "address" = ''
WHERE "student_id" IS NULL AND ("notes" <> '' OR "child_name" <> '' OR "contact_number" <> '' OR "address" <> '');
