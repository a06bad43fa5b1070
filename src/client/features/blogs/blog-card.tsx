import { Link } from '@tanstack/react-router';
import { Clock, Heart } from 'lucide-react';
import { Avatar } from '#client/ui/avatar.tsx';
import { useTimeZone } from '#client/ui/use-time-zone.ts';
import type { BlogCard as BlogCardView } from '#shared/contracts/blogs.ts';
import { formatDay } from '#shared/domain/zone.ts';
import classes from './blog-card.module.css';
import { likesInWords, minutesInWords } from './blog-words.ts';

export type BlogCardProps = { blog: BlogCardView };

/** A post in the public list. */
export function BlogCard({ blog }: BlogCardProps) {
  const zone = useTimeZone();
  const { id, title, excerpt, author, tags, likes, readingTime, featuredImage, createdAt } = blog;
  return (
    <article className={classes.card}>
      {featuredImage && <img className={classes.cover} src={featuredImage} alt="" loading="lazy" />}
      <div className={classes.body}>
        <h2 className={classes.title}>
          <Link to="/blogs/$id" params={{ id }} className={classes.link}>
            {title}
          </Link>
        </h2>
        <p className={classes.excerpt}>{excerpt}</p>
        {tags.length > 0 && (
          <ul className={classes.tags} aria-label="Tags">
            {tags.map((tag) => (
              <li key={tag}>{tag}</li>
            ))}
          </ul>
        )}
        <div className={classes.foot}>
          <Avatar name={author.name} src={author.profileImage} size={36} alt="" />
          <span className={classes.author}>{author.name}</span>
          <time dateTime={createdAt.toISOString()}>{formatDay(createdAt, zone)}</time>
          <span className={classes.figure}>
            <Clock size={16} aria-hidden="true" />
            {minutesInWords(readingTime)}
          </span>
          {likes > 0 && (
            <span className={classes.figure}>
              <Heart size={16} aria-hidden="true" />
              {likesInWords(likes)}
            </span>
          )}
        </div>
      </div>
    </article>
  );
}
