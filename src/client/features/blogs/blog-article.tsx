import { Trans, useLingui } from '@lingui/react/macro';
import { Badge, Box, Button, Card, Container, Group, Stack, Text, Title } from '@mantine/core';
import { ArrowLeft, BadgeCheck, Heart, Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from '#client/ui/avatar.tsx';
import { detectLang } from '#client/ui/detect-lang.ts';
import { AnchorLink, ButtonLink } from '#client/ui/links.tsx';
import { RatingStars } from '#client/ui/rating-stars.tsx';
import { useTimeZone } from '#client/ui/time-zone.ts';
import type { BlogPage } from '#shared/contracts/blogs.ts';
import { translatedName } from '#shared/domain/texts.ts';
import { formatDay } from '#shared/domain/zone.ts';
import { formatLikes, formatReadingTime } from './blog-cards.tsx';
import { RichText } from './rich-text.tsx';

export type BlogArticleProps = {
  blog: BlogPage;
  isOwn: boolean;
  onLike: () => void;
};

export function BlogArticle({ blog, isOwn, onLike }: BlogArticleProps) {
  const { t, i18n } = useLingui();
  const { title, content, tags, author, createdAt, updatedAt, featuredImage, readingTime, likes, isLiked } = blog;
  const isPublished = blog.status === 'published';
  const zone = useTimeZone();
  const [created, updated] = [formatDay(createdAt, zone, i18n.locale), formatDay(updatedAt, zone, i18n.locale)];
  return (
    <BlogFrame>
      <article>
        <Stack component="header" align="start" gap="sm" mt="xs" mb="1.5rem">
          {!isPublished && (
            <Badge color="yellow">
              <Trans>Draft: only you can read it</Trans>
            </Badge>
          )}
          <Title order={1} lang={detectLang(title)}>
            {title}
          </Title>
          <Group gap="0.25rem 1rem" c="dimmed">
            <Group component="span" display="inline-flex" gap="xs" wrap="nowrap" c="var(--mantine-color-text)" fw={600}>
              <Avatar name={author.name} src={author.profileImage} size={32} alt="" />
              {author.name}
            </Group>
            <time dateTime={createdAt.toISOString()}>{created}</time>
            {updated !== created && <span>{t`Updated ${updated}`}</span>}
            <span>{formatReadingTime(i18n, readingTime)}</span>
          </Group>
          {isOwn && (
            <ButtonLink to="/tutor/blogs/edit/$id" params={{ id: blog.id }} variant="default" leftSection={<Pencil size={18} aria-hidden="true" />}>
              <Trans>Edit</Trans>
            </ButtonLink>
          )}
        </Stack>
        {featuredImage && (
          <Box
            component="img"
            display="block"
            src={featuredImage}
            alt=""
            w="100%"
            mah="26rem"
            mb="1.5rem"
            bdrs="lg"
            bg="var(--vidya-sunken)"
            style={{ objectFit: 'cover' }}
          />
        )}
        <RichText html={content} />
        {tags.length > 0 && (
          <Group component="ul" gap="xs" mt="xl" aria-label={t`Tags`}>
            {tags.map((tag) => (
              <li key={tag}>
                <ButtonLink variant="light" radius="xl" to="/blogs" search={{ tag }}>
                  {tag}
                </ButtonLink>
              </li>
            ))}
          </Group>
        )}
        {isPublished && (
          <Group gap="sm" mt="1.5rem" c="dimmed">
            <Button
              variant={isLiked ? 'light' : 'default'}
              color={isLiked ? 'red' : undefined}
              leftSection={<Heart size={18} fill={isLiked ? 'currentColor' : 'none'} aria-hidden="true" />}
              aria-pressed={isLiked}
              onClick={onLike}
            >
              {isLiked ? <Trans>Liked</Trans> : <Trans>Like</Trans>}
            </Button>
            <span role="status">{likes > 0 && formatLikes(i18n, likes)}</span>
          </Group>
        )}
      </article>
      <AuthorCard author={author} />
    </BlogFrame>
  );
}

export function BlogFrame({ children }: { children: ReactNode }) {
  return (
    <Container size="46rem" pt="clamp(1rem, 4vw, 2.5rem)" pb="calc(4rem + var(--vidya-page-bottom))">
      <AnchorLink to="/blogs" display="inline-flex" mih={44} style={{ alignItems: 'center', gap: 6 }}>
        <ArrowLeft size={18} aria-hidden="true" />
        <Trans>All posts</Trans>
      </AnchorLink>
      {children}
    </Container>
  );
}

function AuthorCard({ author }: { author: BlogPage['author'] }) {
  const { t, i18n } = useLingui();
  const { id, name, profileImage, bio, isVerified, rating, totalReviews, subjects } = author;
  const subjectNames = subjects.map((subject) => translatedName(i18n, subject)).join(', ');
  return (
    <Card component="aside" p="lg" mt="2.5rem" aria-label={t`About the author`}>
      <Group align="start">
        <Avatar name={name} src={profileImage} size={72} alt="" />
        <Stack gap="sm" align="start" flex="1 1 15rem" miw={0}>
          <Title order={2} size="h4" mb={-8}>
            {name}
          </Title>
          {(isVerified || totalReviews > 0) && (
            <Group gap="0.375rem 0.75rem">
              {isVerified && (
                <Badge color="green" leftSection={<BadgeCheck size={16} aria-hidden="true" />}>
                  <Trans>Verified Tutor</Trans>
                </Badge>
              )}
              {totalReviews > 0 && (
                <Group component="span" display="inline-flex" gap={6} wrap="nowrap">
                  <RatingStars rating={rating} size={16} />
                  {`${rating.toFixed(1)} (${totalReviews})`}
                </Group>
              )}
            </Group>
          )}
          {subjects.length > 0 && <Text c="dimmed">{t`Teaches ${subjectNames}`}</Text>}
          {bio && (
            <Text lang={detectLang(bio)} style={{ whiteSpace: 'pre-line' }}>
              {bio}
            </Text>
          )}
          <ButtonLink to="/tutors/$id" params={{ id }} variant="default">
            <Trans>View Profile</Trans>
          </ButtonLink>
        </Stack>
      </Group>
    </Card>
  );
}
