import type { JobHandlers } from '#server/core/jobs.ts';

export const copyPhoto: JobHandlers['photo.copy'] = () => Promise.reject(new Error('being built'));
export const sweepUpload: JobHandlers['upload.sweep'] = () => Promise.reject(new Error('being built'));
export const removeFiles: JobHandlers['files.remove'] = () => Promise.reject(new Error('being built'));
