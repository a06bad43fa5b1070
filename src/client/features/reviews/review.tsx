import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Avatar } from '#client/ui/avatar.tsx';
import { RatingStars } from '#client/ui/rating-stars.tsx';
import { DayLabel } from '#client/ui/zoned-time.tsx';
import type { ReviewView } from '#shared/contracts/engagement.ts';
import { ANONYMOUS } from '#shared/vocabulary/people.ts';
import { ReplyForm } from './reply-form.tsx';
import classes from './review.module.css';
import { shortenedReview } from './review-text.ts';

export type ReviewProps = { review: ReviewView; tutorName: string; zone: string; canReply: boolean; actions?: ReactNode };

/** One review, with the tutor's reply under it. */
export function Review({ review, tutorName, zone, canReply, actions }: ReviewProps) {
  const { student, rating, subject, topics, reply, createdAt } = review;
  const name = student.name.trim() || ANONYMOUS;
  const [isJustReplied, setJustReplied] = useState(false);
  return (
    <article className={classes.review}>
      <header className={classes.head}>
        <Avatar name={name} src={student.profileImage || null} size={44} alt="" />
        <div className={classes.who}>
          <h3>{name}</h3>
          <p>
            <DayLabel at={createdAt} zone={zone} />
          </p>
        </div>
        <RatingStars rating={rating} />
      </header>
      <ReviewText text={review.review} />
      <p className={classes.about}>{[subject.name, ...topics.map((topic) => topic.name)].filter(Boolean).join(' · ')}</p>
      {actions && <div className={classes.actions}>{actions}</div>}
      {reply && <Reply reply={reply} tutorName={tutorName} zone={zone} isJustSent={isJustReplied} />}
      {canReply && !reply && <ReplyForm review={{ id: review.id, studentName: name }} onSent={() => setJustReplied(true)} />}
    </article>
  );
}

type ReplyProps = { reply: NonNullable<ReviewView['reply']>; tutorName: string; zone: string; isJustSent: boolean };

function Reply({ reply: { text, createdAt }, tutorName, zone, isJustSent }: ReplyProps) {
  const place = useRef<HTMLDivElement>(null);
  // It stands where the form was that had the focus.
  useEffect(() => {
    if (isJustSent) place.current?.focus({ preventScroll: true });
  }, [isJustSent]);
  return (
    <div ref={place} tabIndex={-1} className={classes.reply}>
      <p className={classes.replier}>
        <strong>{tutorName}</strong> replied · <DayLabel at={createdAt} zone={zone} />
      </p>
      <p className={classes.text}>{text}</p>
    </div>
  );
}

function ReviewText({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false);
  const short = shortenedReview(text);
  return (
    <div>
      <p className={classes.text}>{isWhole || short === null ? text : short}</p>
      {short !== null && (
        <button type="button" className={classes.more} aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show less' : 'Read more'}
        </button>
      )}
    </div>
  );
}
