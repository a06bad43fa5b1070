import type { DomainEvent, Projector } from '#server/core/events.ts';

export const PAGES_TOPIC = 'pages';

/** Every process then renders its pages anew. */
export const pagesProjector: Projector = async ({ deliver }, events) => {
  if (events.some(isShown)) deliver({ topic: PAGES_TOPIC });
};

/** Bookings are too many: when a tutor is free next, and how many sessions there were, may be as old as a cached page. */
function isShown(event: DomainEvent): boolean {
  switch (event.type) {
    case 'profile.saved':
    case 'tutor.availability_changed':
    case 'tutor.closed':
    case 'verification.decided':
    case 'verification.reviewed':
    case 'figures.outdated':
    case 'account.closed':
    case 'account.suspended':
    case 'account.reinstated':
    case 'review.written':
    case 'review.removed':
    case 'review.replied':
    case 'review.hidden':
    case 'upload.removed':
    case 'blog.changed':
      return true;
    case 'account.changed':
      // The contact details of a tutor may have the address of the account.
      return event.changed.some((part) => part === 'name' || part === 'profileImage' || (part === 'email' && event.role === 'tutor'));
    case 'admin.acted':
      return /^(category|categories|subject|topic)\./.test(event.entry.action);
    default:
      return false;
  }
}
