import type { JobHandlers } from '#server/core/jobs.ts';

export const sendMail: JobHandlers['mail.send'] = () => Promise.reject(new Error('being built'));
