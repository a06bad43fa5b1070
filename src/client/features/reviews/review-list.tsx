import { useLingui } from '@lingui/react/macro';
import { Skeleton, Stack, Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { MessageSquareQuote } from 'lucide-react';
import type { ReactNode } from 'react';
import { errorMessage } from '#client/lib/rpc/errors.ts';
import { BY_CURSOR, useTRPC } from '#client/lib/rpc/trpc.ts';
import { formatReviewCount } from '#client/ui/format.ts';
import { MoreOfList } from '#client/ui/more-of-list.tsx';
import { Empty, Loading, QueryError } from '#client/ui/page-state.tsx';
import { RatingStars } from '#client/ui/rating-stars.tsx';
import type { ReviewView } from '#shared/contracts/engagement.ts';
import { RatingCounts } from './rating-counts.tsx';
import { Review } from './review.tsx';

export type ReviewListProps = {
  tutorId: string;
  tutorName: string;
  rating: number;
  count: number;
  isOwn?: boolean;
  renderActions?: (review: ReviewView) => ReactNode;
};

export function ReviewList({ tutorId, tutorName, rating, count, isOwn = false, renderActions }: ReviewListProps) {
  const { t, i18n } = useLingui();
  const trpc = useTRPC();
  const pages = useInfiniteQuery(trpc.reviews.ofTutor.infiniteQueryOptions({ tutorId }, BY_CURSOR));
  const { data, error } = pages;

  if (!data && error) {
    return <QueryError title={t`Error Loading Reviews`} message={errorMessage(error, t`Failed to fetch reviews`)} query={pages} />;
  }
  if (!data) return <ReviewsLoading />;

  const reviews = data.pages.flatMap((page) => page.reviews);
  if (reviews.length === 0) {
    return (
      <Empty icon={<MessageSquareQuote size={26} />} title={t`No reviews yet`} text={t`Students can write a review once a session is completed.`} />
    );
  }

  const total = Math.max(count, reviews.length);
  return (
    <section>
      <Title order={2} display="flex" mb="md" style={{ flexWrap: 'wrap', alignItems: 'center', gap: '0.25rem 0.75rem' }}>
        {count > 0 && (
          <Text span inherit fz="2rem" lh={1}>
            {rating.toFixed(1)}
          </Text>
        )}
        {count > 0 && <RatingStars rating={rating} size={22} />}
        <Text span ff="text" c="dimmed">
          {formatReviewCount(i18n, total)}
        </Text>
      </Title>
      {total > 1 && <RatingCounts tutorId={tutorId} />}
      <ul>
        {reviews.map((review) => (
          <li key={review.id}>
            <Review review={review} tutorName={tutorName} canReply={isOwn} actions={renderActions?.(review)} />
          </li>
        ))}
      </ul>
      <MoreOfList pages={pages} failure={errorMessage(error, t`Failed to fetch reviews`)} />
    </section>
  );
}

function ReviewsLoading() {
  const { t } = useLingui();
  return (
    <Loading label={t`Loading reviews…`}>
      {[1, 2, 3].map((index) => (
        <Stack key={index} gap="sm" py="lg" style={{ borderTop: '1px solid var(--vidya-border)' }}>
          <Skeleton height={44} width="45%" />
          <Skeleton height={16} />
          <Skeleton height={16} width="70%" />
        </Stack>
      ))}
    </Loading>
  );
}
