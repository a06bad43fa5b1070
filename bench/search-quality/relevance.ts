import type { Connection } from '#db/client.ts';
import type { TeachingMedium, TeachingModeType } from '#shared/vocabulary/people.ts';
import { PART_BEGINS, PARTS_OF_DAY } from '#shared/vocabulary/search.ts';
import type { Weekday } from '#shared/vocabulary/weekdays.ts';
import type { Expectation } from './queries.ts';

/** `price`: the lowest of online and home visit, in rupees an hour. */
type Entry = { subject: string; category: string | null; topics: string[]; modes: TeachingModeType[]; price: number | null; slots: Slot[] | null };
/** In minutes after midnight. */
type Slot = { day: Weekday; start: number; end: number };
export type Tutor = { id: string; name: string; isFemale: boolean; locations: string; mediums: TeachingMedium[]; entries: Entry[] };

/** Those that a visitor can find, read without the tables of the search. */
export async function readTutors({ sql }: Connection): Promise<Tutor[]> {
  return sql<Tutor[]>`
    select profile.id, person.name, profile.gender = 'Female' as "isFemale", profile.available_locations as locations,
      profile.teaching_mediums::text[] as mediums, json_agg(json_build_object(
        'subject', subject.name, 'category', category.name, 'modes', coalesce(offered.modes, '{}'), 'price', offered.price,
        'topics', array(
          select topic.name from tutor_subject_topics chosen join topics topic on topic.id = chosen.topic_id and topic.is_active
          where chosen.tutor_subject_id = entry.id
        ),
        'slots', (
          select json_agg(json_build_object('day', slot.day, 'start', slot.start_minute, 'end', slot.end_minute))
          from tutor_slots slot where slot.tutor_subject_id = entry.id
        )
      )) as entries
    from tutor_profiles profile
    join users person on person.id = profile.user_id and person.status = 'active'
    join tutor_subjects entry on entry.tutor_id = profile.id
    join subjects subject on subject.id = entry.subject_id and subject.is_active
    left join subject_categories category on category.id = subject.category_id
    cross join lateral (
      select array_agg(mode.type) as modes, min(mode.rate_cents) filter (where mode.type <> 'group') / 100.0 as price
      from tutor_modes mode where mode.tutor_subject_id = entry.id and mode.enabled and mode.rate_cents > 0
    ) offered
    where profile.verification_status <> 'rejected'
    group by profile.id, person.name
    having bool_or(offered.price is not null and exists (select from tutor_slots slot where slot.tutor_subject_id = entry.id))`;
}

/** What is said of a subject holds for one and the same: its category, topic, mode and price. */
export function isRelevant(tutor: Tutor, { names, towns, medium, female, ...ofSubject }: Expectation): boolean {
  return (
    includesAny(names, [tutor.name]) &&
    (!towns || towns.some((town) => toWords(tutor.locations).includes(toWords(town)))) &&
    (!medium || tutor.mediums.includes(medium)) &&
    (!female || tutor.isFemale) &&
    tutor.entries.some((entry) => teaches(entry, ofSubject))
  );
}

function teaches({ subject, category, topics, modes, price, slots }: Entry, expect: Expectation): boolean {
  return (
    includesAny(expect.subjects, [subject]) &&
    includesAny(expect.categories, [category]) &&
    includesAny(expect.topics, topics) &&
    (!expect.mode || modes.includes(expect.mode)) &&
    (!expect.maxPrice || (price !== null && price <= expect.maxPrice)) &&
    (!(expect.days || expect.partOfDay) || (slots ?? []).some((slot) => isAt(slot, expect)))
  );
}

const SESSION = 60;

/** A whole session begins then. */
function isAt({ day, start, end }: Slot, { days, partOfDay: part }: Expectation): boolean {
  const [from, to] = part
    ? [PART_BEGINS[part], PART_BEGINS[PARTS_OF_DAY[PARTS_OF_DAY.indexOf(part) + 1] ?? 'morning'] || Number.POSITIVE_INFINITY]
    : [0, Number.POSITIVE_INFINITY];
  return (!days || days.includes(day)) && Math.max(start, from) <= end - SESSION && Math.max(start, from) < to;
}

function includesAny(expected: readonly string[] | undefined, values: readonly (string | null)[]): boolean {
  return !expected || values.some((value) => value !== null && expected.includes(value));
}

function toWords(text: string): string {
  const words = text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ');
  return ` ${words.trim()} `;
}
