import type { Model } from 'sequelize';
import { bookingView, type NotificationRow, notificationView, restStyle, type SubjectRow, subjectView, type TutorRow, tutorView } from './views.ts';

/** What Sequelize has read, as an object of its own keys; each view is made of it by the functions that the other peers use. */
type Read = Record<string, unknown>;
const plain = (model: unknown): Read => (model as Model).get({ plain: true }) as Read;

const REST = restStyle('');

const toSnakeCase = (fields: Read): Read =>
  Object.fromEntries(Object.entries(fields).map(([key, value]) => [key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value]));

type Named = { id: string; name: string; description: string; isActive: boolean };
type Entry = {
  subject: Named & { createdAt: string; category: { id: string; name: string; icon: string; color: string; order: number } | null };
  chosen: { topic: Named }[];
  modes: { type: string; enabled: boolean; rateCents: string }[];
  slots: { day: string; startMinute: number; endMinute: number }[];
};
type User = { id: string; name: string; email: string; profileImage: string; status: string };
type Tutor = Read & {
  user: User;
  entries: Entry[];
  education: Read[];
  experience: Read[];
  rating: string;
  contactEmailKind: string;
  contactEmail: string;
};

const pick = (from: object, ...keys: readonly string[]): Read => Object.fromEntries(keys.map((key) => [key, Reflect.get(from, key)]));

export function toTutor(model: unknown, site: string, { withContact = false } = {}): object {
  // Its associations are those that `tutorParts` reads.
  const { user, entries, education, experience, rating, ...tutor } = plain(model) as Tutor;
  const row = {
    ...toSnakeCase(tutor),
    user_id: user.id,
    name: user.name,
    profile_image: user.profileImage,
    status: user.status,
    contact_email: tutor.contactEmailKind === 'sign-in' ? user.email : tutor.contactEmail,
    rating: Number(rating),
    education: education.map((one) => pick(one, 'degree', 'institution', 'year')),
    experience: experience.map((one) => pick(one, 'title', 'company', 'duration', 'description')),
    subjects: entries.filter(({ subject }) => subject.isActive).map(toEntry),
  };
  return tutorView(row as unknown as TutorRow, restStyle(site), { withContact });
}

function toEntry({ subject, chosen, modes, slots }: Entry): object {
  return {
    ...pick(subject, 'id', 'name', 'description', 'isActive', 'createdAt'),
    category: subject.category && pick(subject.category, 'id', 'name', 'icon', 'color', 'order'),
    topics: chosen.filter(({ topic }) => topic.isActive).map(({ topic }) => pick(topic, 'id', 'name', 'description')),
    modes: modes.map(({ rateCents, ...mode }) => ({ ...mode, rateCents: Number(rateCents) })),
    slots: slots.map(({ day, startMinute, endMinute }) => ({ day, start: startMinute, end: endMinute })),
  };
}

export function toSubject(model: Model): object {
  const { category, ...subject } = plain(model) as Read & { category: Read | null };
  const prefixed = Object.fromEntries(Object.entries(category ?? {}).map(([key, value]) => [`category_${key}`, value]));
  return subjectView({ category_id: null, ...toSnakeCase(subject), ...prefixed } as SubjectRow, REST);
}

export const toNotification = (model: Model): object => notificationView(toSnakeCase(plain(model)) as NotificationRow, REST);

type Booking = Read & { student: User; tutorUser: User; tutor: Tutor; topics: Read[]; amountCents: string };

export function toBooking(model: Model, site: string): object {
  // Its associations are those that the call includes.
  const { student, tutorUser, tutor, topics, amountCents, ...booking } = plain(model) as Booking;
  const row = {
    ...toSnakeCase(booking),
    student_id: student.id,
    student_name: student.name,
    student_email: student.email,
    student_image: student.profileImage,
    tutor_user_id: tutorUser.id,
    tutor_name: tutorUser.name,
    tutor_image: tutorUser.profileImage,
    tutor_phone: tutor.phone,
    tutor_email: tutor.contactEmailKind === 'sign-in' ? tutorUser.email : tutor.contactEmail,
    topics: topics.map(({ topicId, name, description }) => ({ id: topicId ?? '', name, description })),
    amount_cents: Number(amountCents),
  };
  return bookingView(row as unknown as Parameters<typeof bookingView>[0], restStyle(site));
}
