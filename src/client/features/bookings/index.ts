export { BookingTimeline } from './booking-timeline.tsx';
export { CancellationTerms } from './cancellation-terms.tsx';
export { JoinButton } from './join-button.tsx';
export { StatusBadges } from './status-badges.tsx';
