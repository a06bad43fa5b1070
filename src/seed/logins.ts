// Apart from the data, which `npm run dev` loads only into an empty database.
export const DEMO_PASSWORD = 'vidya-demo';
export const DEMO_EMAILS = { student: 'student@vidya.test', tutor: 'tutor@vidya.test', admin: 'admin@vidya.test' } as const;
