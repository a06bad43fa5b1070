import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Heart, Pencil, Trash2 } from 'lucide-react';
import { ButtonLink } from '#client/ui/links.tsx';
import { useTimeZone } from '#client/ui/use-time-zone.ts';
import type { BlogCard } from '#shared/contracts/blogs.ts';
import { formatDay } from '#shared/domain/zone.ts';
import cards from './blog-card.module.css';
import { likesInWords } from './blog-words.ts';
import classes from './own-blogs.module.css';

export type OwnBlogCardProps = { blog: BlogCard; onDelete: () => void };

/** A post in the tutor's own list. */
export function OwnBlogCard({ blog, onDelete }: OwnBlogCardProps) {
  const zone = useTimeZone();
  const { id, title, excerpt, tags, likes, createdAt, updatedAt } = blog;
  return (
    <article className={classes.card}>
      <h2 className={cards.title}>
        <Link to="/blogs/$id" params={{ id }} className={classes.title}>
          {title}
        </Link>
      </h2>
      <p className={cards.excerpt}>{excerpt}</p>
      {tags.length > 0 && (
        <ul className={cards.tags} aria-label="Tags">
          {tags.map((tag) => (
            <li key={tag}>{tag}</li>
          ))}
        </ul>
      )}
      <p className={classes.dates}>
        <span>{`Created ${formatDay(createdAt, zone)}`}</span>
        {updatedAt > createdAt && <span>{`Updated ${formatDay(updatedAt, zone)}`}</span>}
        {likes > 0 && (
          <span className={cards.figure}>
            <Heart size={16} aria-hidden="true" />
            {likesInWords(likes)}
          </span>
        )}
      </p>
      <div className={classes.actions}>
        <ButtonLink
          to="/tutor/blogs/edit/$id"
          params={{ id }}
          variant="default"
          leftSection={<Pencil size={18} aria-hidden="true" />}
          aria-label={`Edit ${title}`}
        >
          Edit
        </ButtonLink>
        <Button variant="default" leftSection={<Trash2 size={18} aria-hidden="true" />} aria-label={`Delete ${title}`} onClick={onDelete}>
          Delete
        </Button>
      </div>
    </article>
  );
}
