import { Badge, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, BadgeCheck, Heart, Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from '#client/ui/avatar.tsx';
import { AnchorLink, ButtonLink } from '#client/ui/links.tsx';
import { RatingStars } from '#client/ui/rating-stars.tsx';
import { useTimeZone } from '#client/ui/use-time-zone.ts';
import type { BlogPage } from '#shared/contracts/blogs.ts';
import { formatDay } from '#shared/domain/zone.ts';
import classes from './blog-article.module.css';
import { likesInWords, minutesInWords } from './blog-words.ts';
import { RichText } from './rich-text.tsx';

export type BlogArticleProps = {
  blog: BlogPage;
  isOwn: boolean;
  isLiking: boolean;
  onLike: () => void;
};

export function BlogArticle({ blog, isOwn, isLiking, onLike }: BlogArticleProps) {
  const { title, content, tags, author, createdAt, updatedAt, featuredImage, readingTime, likes, isLiked } = blog;
  const isPublished = blog.status === 'published';
  const zone = useTimeZone();
  const [created, updated] = [formatDay(createdAt, zone), formatDay(updatedAt, zone)];
  return (
    <BlogFrame>
      <article>
        <header className={classes.head}>
          {!isPublished && <Badge color="yellow">Draft: only you can read it</Badge>}
          <h1>{title}</h1>
          <p className={classes.facts}>
            <span className={classes.author}>
              <Avatar name={author.name} src={author.profileImage} size={32} alt="" />
              {author.name}
            </span>
            <time dateTime={createdAt.toISOString()}>{created}</time>
            {updated !== created && <span>{`Updated ${updated}`}</span>}
            <span>{minutesInWords(readingTime)}</span>
          </p>
          {isOwn && (
            <ButtonLink to="/tutor/blogs/edit/$id" params={{ id: blog.id }} variant="default" leftSection={<Pencil size={18} aria-hidden="true" />}>
              Edit
            </ButtonLink>
          )}
        </header>
        {featuredImage && <img className={classes.cover} src={featuredImage} alt="" />}
        <RichText html={content} />
        {tags.length > 0 && (
          <ul className={classes.tags} aria-label="Tags">
            {tags.map((tag) => (
              <li key={tag}>
                <Link to="/blogs" search={{ tag }}>
                  {tag}
                </Link>
              </li>
            ))}
          </ul>
        )}
        {isPublished && (
          <div className={classes.like}>
            <Button
              variant={isLiked ? 'light' : 'default'}
              color={isLiked ? 'red' : undefined}
              leftSection={<Heart size={18} fill={isLiked ? 'currentColor' : 'none'} aria-hidden="true" />}
              aria-pressed={isLiked}
              disabled={isLiking}
              onClick={onLike}
            >
              {isLiked ? 'Liked' : 'Like'}
            </Button>
            <span role="status">{likes > 0 && likesInWords(likes)}</span>
          </div>
        )}
      </article>
      <AuthorCard author={author} />
    </BlogFrame>
  );
}

/** The way back above whatever the page shows. */
export function BlogFrame({ children }: { children: ReactNode }) {
  return (
    <div className={classes.page}>
      <AnchorLink to="/blogs" className={classes.back}>
        <ArrowLeft size={18} aria-hidden="true" />
        All posts
      </AnchorLink>
      {children}
    </div>
  );
}

function AuthorCard({ author }: { author: BlogPage['author'] }) {
  const { id, name, profileImage, bio, isVerified, rating, totalReviews, subjects } = author;
  return (
    <aside className={classes.card} aria-label="About the author">
      <Avatar name={name} src={profileImage} size={72} alt="" />
      <div className={classes.about}>
        <h2>{name}</h2>
        <div className={classes.marks}>
          {isVerified && (
            <Badge color="green" leftSection={<BadgeCheck size={16} aria-hidden="true" />}>
              Verified Tutor
            </Badge>
          )}
          {totalReviews > 0 && (
            <span className={classes.rating}>
              <RatingStars rating={rating} size={16} />
              {`${rating.toFixed(1)} (${totalReviews})`}
            </span>
          )}
        </div>
        {subjects.length > 0 && <p className={classes.subjects}>{`Teaches ${subjects.join(', ')}`}</p>}
        {bio && <p className={classes.bio}>{bio}</p>}
        <ButtonLink to="/tutors/$id" params={{ id }} variant="default">
          View Profile
        </ButtonLink>
      </div>
    </aside>
  );
}
