create table lives (at bigserial primary key, booking_id uuid, from_status text, to_status text, from_start timestamptz, to_start timestamptz);
create index on lives (booking_id, at);
create function write_down() returns trigger language plpgsql as $$ begin
  if old.status <> new.status or old.start_time <> new.start_time then
    insert into lives (booking_id, from_status, to_status, from_start, to_start)
    values (new.id, old.status::text, new.status::text, old.start_time, new.start_time);
  end if;
  return new;
end $$;
create trigger lives after update on bookings for each row when (current_setting('vidya.time_passes', true) is distinct from 'yes') execute function write_down();
