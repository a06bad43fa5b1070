import { DataTypes, type Model, type ModelStatic, Sequelize } from 'sequelize';
import { POOL_SIZE } from './answers.ts';

/** As Sequelize's guide writes them: a model a table, associations, and `separate` where a tutor has many of something. */
export function defineModels(databaseUrl: string) {
  const sequelize = new Sequelize(databaseUrl, { logging: false, pool: { max: POOL_SIZE, min: POOL_SIZE }, define: { underscored: true } });
  const { BIGINT, BOOLEAN, DATE, DECIMAL, INTEGER, JSONB, STRING, UUID, ARRAY } = DataTypes;
  // Sequelize writes into the objects that it is given.
  const key = () => ({ type: UUID, primaryKey: true });
  const place = () => ({ type: INTEGER, primaryKey: true });
  type Fields = Parameters<typeof sequelize.define>[1];
  const model = (name: string, tableName: string, fields: Fields, timestamps = true): ModelStatic<Model> =>
    sequelize.define(name, fields, { tableName, timestamps });
  const texts = <K extends string>(...names: readonly K[]) => Object.fromEntries(names.map((name) => [name, STRING])) as Record<K, typeof STRING>;

  const User = model('user', 'users', { id: key(), ...texts('name', 'email', 'role', 'status', 'profileImage') });
  const Session = model('session', 'sessions', { id: { type: STRING, primaryKey: true }, expiresAt: DATE }, false);
  const Category = model('category', 'subject_categories', {
    id: key(),
    ...texts('name', 'icon', 'color'),
    order: { type: INTEGER, field: 'sort_order' },
  });
  const Subject = model('subject', 'subjects', { id: key(), ...texts('name', 'description'), isActive: BOOLEAN });
  const Topic = model('topic', 'topics', { id: key(), ...texts('name', 'description'), isActive: BOOLEAN });
  const Tutor = model('tutor', 'tutor_profiles', {
    id: key(),
    ...texts(
      'phone',
      'contactEmailKind',
      'contactEmail',
      'bio',
      'headline',
      'introductionVideo',
      'gender',
      'availableLocations',
      'verificationStatus',
    ),
    socialMedia: JSONB,
    teachingMediums: { type: ARRAY(STRING) },
    minimumNoticeHours: INTEGER,
    bufferMinutes: INTEGER,
    rating: DECIMAL(3, 2),
    totalReviews: INTEGER,
    totalStudents: INTEGER,
    totalSessions: INTEGER,
    isVerified: BOOLEAN,
    verificationChecks: JSONB,
    verificationDate: DATE,
    vacationMode: BOOLEAN,
  });
  const Listing = model(
    'listing',
    'tutor_listings',
    { scope: key(), tutorId: key(), rating: INTEGER, totalReviews: INTEGER, profileCreatedAt: DATE },
    false,
  );
  const Education = model(
    'education',
    'tutor_education',
    { tutorId: key(), position: place(), ...texts('degree', 'institution'), year: INTEGER },
    false,
  );
  const Experience = model(
    'experience',
    'tutor_experience',
    { tutorId: key(), position: place(), ...texts('title', 'company', 'duration', 'description') },
    false,
  );
  const Entry = model('entry', 'tutor_subjects', { id: key(), position: INTEGER }, false);
  const Chosen = model('chosen', 'tutor_subject_topics', { tutorSubjectId: key(), topicId: key(), position: INTEGER }, false);
  const Mode = model(
    'mode',
    'tutor_modes',
    { tutorSubjectId: key(), type: { type: STRING, primaryKey: true }, enabled: BOOLEAN, rateCents: BIGINT },
    false,
  );
  const Slot = model(
    'slot',
    'tutor_slots',
    { tutorSubjectId: key(), day: { type: STRING, primaryKey: true }, startMinute: place(), endMinute: INTEGER },
    false,
  );
  const Notification = model('notification', 'notifications', {
    id: key(),
    ...texts('userId', 'kind', 'type', 'category', 'title', 'message', 'priority'),
    params: JSONB,
    action: JSONB,
    metadata: JSONB,
    expiresAt: DATE,
    readAt: DATE,
  });
  const Booking = model('booking', 'bookings', {
    id: key(),
    ...texts('status', 'subjectId', 'subjectName', 'learningMethod', 'paymentStatus', 'meetingLink', 'contactNumber', 'notes', 'address'),
    cancellationReason: STRING,
    startTime: DATE,
    endTime: DATE,
    amountCents: BIGINT,
  });
  const BookingTopic = model(
    'bookingTopic',
    'booking_topics',
    { bookingId: key(), position: place(), topicId: UUID, ...texts('name', 'description') },
    false,
  );

  Session.belongsTo(User);
  Subject.belongsTo(Category);
  Tutor.belongsTo(User);
  Listing.belongsTo(Tutor);
  Tutor.hasMany(Education, { as: 'education' });
  Tutor.hasMany(Experience, { as: 'experience' });
  Tutor.hasMany(Entry, { as: 'entries' });
  Entry.belongsTo(Subject);
  Entry.hasMany(Chosen, { as: 'chosen', foreignKey: 'tutorSubjectId' });
  Entry.hasMany(Mode, { as: 'modes', foreignKey: 'tutorSubjectId' });
  Entry.hasMany(Slot, { as: 'slots', foreignKey: 'tutorSubjectId' });
  Chosen.belongsTo(Topic);
  Booking.belongsTo(User, { as: 'student' });
  Booking.belongsTo(User, { as: 'tutorUser' });
  Booking.belongsTo(Tutor);
  Booking.hasMany(BookingTopic, { as: 'topics' });

  const ordered = { separate: true, order: [['position', 'ASC']] as [string, string][] };
  const withCategory = { model: Subject, include: [Category] };
  const tutorParts = [
    User,
    { model: Education, as: 'education', ...ordered },
    { model: Experience, as: 'experience', ...ordered },
    {
      model: Entry,
      as: 'entries',
      separate: true,
      order: [
        ['position', 'ASC'],
        ['id', 'ASC'],
      ] as [string, string][],
      include: [
        withCategory,
        { model: Chosen, as: 'chosen', ...ordered, include: [Topic] },
        { model: Mode, as: 'modes', separate: true },
        {
          model: Slot,
          as: 'slots',
          separate: true,
          order: [
            ['day', 'ASC'],
            ['startMinute', 'ASC'],
          ] as [string, string][],
        },
      ],
    },
  ];
  return { sequelize, User, Session, Category, Subject, Tutor, Listing, Notification, Booking, BookingTopic, tutorParts };
}

export type Models = ReturnType<typeof defineModels>;
