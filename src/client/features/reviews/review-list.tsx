import { Skeleton } from '@mantine/core';
import { MessageSquareQuote } from 'lucide-react';
import type { ReactNode } from 'react';
import { errorMessage } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { MoreOfList } from '#client/ui/more-of-list.tsx';
import { Empty, ErrorState, Loading } from '#client/ui/page-state.tsx';
import { RatingStars } from '#client/ui/rating-stars.tsx';
import type { ReviewView } from '#shared/contracts/engagement.ts';
import { Review } from './review.tsx';
import classes from './review-list.module.css';

export type ReviewListProps = {
  tutorId: string;
  tutorName: string;
  rating: number;
  count: number;
  zone: string;
  /** The tutor looks at it, who may reply to each review once. */
  isOwn?: boolean;
  /** What else can be done with a review. */
  renderActions?: (review: ReviewView) => ReactNode;
};

/** What students say of a tutor, newest first. */
export function ReviewList({ tutorId, tutorName, rating, count, zone, isOwn = false, renderActions }: ReviewListProps) {
  const pages = trpc.reviews.ofTutor.useInfiniteQuery({ tutorId }, { getNextPageParam: ({ nextCursor }) => nextCursor });
  const { data, error } = pages;

  if (!data && error) {
    return (
      <ErrorState
        title="Error Loading Reviews"
        message={errorMessage(error, 'Failed to fetch reviews')}
        isRetrying={pages.isFetching}
        onRetry={() => void pages.refetch()}
      />
    );
  }
  if (!data) return <ReviewsLoading />;

  const reviews = data.pages.flatMap((page) => page.reviews);
  if (reviews.length === 0) {
    return <Empty icon={<MessageSquareQuote size={26} />} title="No reviews yet" text="Students can write a review once a session is completed." />;
  }

  return (
    <section>
      <h2 className={classes.heading}>
        {count > 0 && <span className={classes.figure}>{rating.toFixed(1)}</span>}
        {count > 0 && <RatingStars rating={rating} size={22} />}
        <span className={classes.total}>{reviewsInWords(Math.max(count, reviews.length))}</span>
      </h2>
      <ul className={classes.list}>
        {reviews.map((review) => (
          <li key={review.id}>
            <Review review={review} tutorName={tutorName} zone={zone} canReply={isOwn} actions={renderActions?.(review)} />
          </li>
        ))}
      </ul>
      <MoreOfList pages={pages} failure={errorMessage(error, 'Failed to fetch reviews')} />
    </section>
  );
}

function reviewsInWords(count: number): string {
  return count === 1 ? '1 review' : `${count} reviews`;
}

function ReviewsLoading() {
  return (
    <Loading label="Loading reviews…">
      <div className={classes.list}>
        {[1, 2, 3].map((index) => (
          <div key={index} className={classes.bones}>
            <Skeleton height={44} width="45%" />
            <Skeleton height={16} />
            <Skeleton height={16} width="70%" />
          </div>
        ))}
      </div>
    </Loading>
  );
}
