export { ReviewModal } from './review-modal.tsx';
