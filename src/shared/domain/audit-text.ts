import type { AuditAction } from '#shared/vocabulary/audit.ts';

type ActionText = {
  label: string;
  sentence: (actor: string, subject: string) => string;
};

export const AUDIT_TEXT: Record<AuditAction, ActionText> = {
  'tutor.verified': { label: 'Tutor verified', sentence: (actor, subject) => `${actor} verified the tutor ${subject}.` },
  'tutor.rejected': { label: 'Tutor rejected', sentence: (actor, subject) => `${actor} rejected the tutor ${subject}.` },
  'tutor.unverified': { label: 'Tutor unverified', sentence: (actor, subject) => `${actor} took the verification of the tutor ${subject} away.` },
  'tutor.reviewed': {
    label: 'Changes of a tutor reviewed',
    sentence: (actor, subject) => `${actor} marked the changes of the tutor ${subject} as reviewed.`,
  },
  'tutor.reminded': { label: 'Tutor reminded', sentence: (actor, subject) => `${actor} reminded the tutor ${subject} to complete the profile.` },
  'tutor.deleted': { label: 'Tutor deleted', sentence: (actor, subject) => `${actor} deleted the tutor ${subject}.` },
  'student.deleted': { label: 'Student deleted', sentence: (actor, subject) => `${actor} deleted the student ${subject}.` },
  'account.suspended': { label: 'Account suspended', sentence: (actor, subject) => `${actor} suspended the account of ${subject}.` },
  'account.reinstated': { label: 'Account reinstated', sentence: (actor, subject) => `${actor} reinstated the account of ${subject}.` },
  'category.created': { label: 'Category created', sentence: (actor, subject) => `${actor} created the category ${subject}.` },
  'category.updated': { label: 'Category changed', sentence: (actor, subject) => `${actor} changed the category ${subject}.` },
  'category.activated': { label: 'Category activated', sentence: (actor, subject) => `${actor} activated the category ${subject}.` },
  'category.deactivated': { label: 'Category deactivated', sentence: (actor, subject) => `${actor} deactivated the category ${subject}.` },
  'category.deleted': { label: 'Category deleted', sentence: (actor, subject) => `${actor} deleted the category ${subject}.` },
  'categories.reordered': { label: 'Categories reordered', sentence: (actor) => `${actor} changed the order of the categories.` },
  'subject.created': { label: 'Subject created', sentence: (actor, subject) => `${actor} created the subject ${subject}.` },
  'subject.updated': { label: 'Subject changed', sentence: (actor, subject) => `${actor} changed the subject ${subject}.` },
  'subject.activated': { label: 'Subject activated', sentence: (actor, subject) => `${actor} activated the subject ${subject}.` },
  'subject.deactivated': { label: 'Subject deactivated', sentence: (actor, subject) => `${actor} deactivated the subject ${subject}.` },
  'subject.deleted': { label: 'Subject deleted', sentence: (actor, subject) => `${actor} deleted the subject ${subject}.` },
  'topic.created': { label: 'Topic created', sentence: (actor, subject) => `${actor} created the topic ${subject}.` },
  'topic.updated': { label: 'Topic changed', sentence: (actor, subject) => `${actor} changed the topic ${subject}.` },
  'topic.activated': { label: 'Topic activated', sentence: (actor, subject) => `${actor} activated the topic ${subject}.` },
  'topic.deactivated': { label: 'Topic deactivated', sentence: (actor, subject) => `${actor} deactivated the topic ${subject}.` },
  'topic.deleted': { label: 'Topic deleted', sentence: (actor, subject) => `${actor} deleted the topic ${subject}.` },
  'report.changed': { label: 'Report decided', sentence: (actor, subject) => `${actor} changed the state of a report about ${subject}.` },
  'review.hidden': { label: 'Review hidden', sentence: (actor, subject) => `${actor} hid a review: ${subject}.` },
  'review.shown': { label: 'Review shown again', sentence: (actor, subject) => `${actor} showed a hidden review again: ${subject}.` },
  'upload.removed': { label: 'Uploaded file removed', sentence: (actor, subject) => `${actor} removed a file that ${subject} had uploaded.` },
  'announcement.sent': { label: 'Announcement sent', sentence: (actor, subject) => `${actor} sent the announcement “${subject}”.` },
  'announcement.withdrawn': { label: 'Announcement withdrawn', sentence: (actor, subject) => `${actor} withdrew the announcement “${subject}”.` },
  'booking.notified': {
    label: 'Reminder of a booking sent',
    sentence: (actor, subject) => `${actor} sent a reminder of a booking: ${subject}.`,
  },
  'notification.created': { label: 'Notification sent', sentence: (actor, subject) => `${actor} sent a notification to ${subject}.` },
  'notifications.removed': { label: 'Notifications removed', sentence: (actor) => `${actor} removed old notifications.` },
  'table.exported': { label: 'Table exported', sentence: (actor, subject) => `${actor} exported the table ${subject}.` },
  'job.retried': { label: 'Failed job tried again', sentence: (actor, subject) => `${actor} had a failed job tried again: ${subject}.` },
  'job.discarded': { label: 'Failed job discarded', sentence: (actor, subject) => `${actor} discarded a failed job: ${subject}.` },
  'admin.created': { label: 'Admin created', sentence: (actor, subject) => `${actor} made ${subject} an admin.` },
  'admin.removed': { label: 'Admin removed', sentence: (actor, subject) => `${actor} removed the admin ${subject}.` },
};

type AuditSentenceParts = { actor: { name: string }; action: AuditAction; subject: { name: string } };

export function auditSentence({ actor, action, subject }: AuditSentenceParts): string {
  return AUDIT_TEXT[action].sentence(actor.name, subject.name || 'somebody');
}
