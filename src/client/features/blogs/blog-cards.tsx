import type { I18n } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Badge, Button, Card, Group, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Clock, Heart, type LucideIcon, Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from '#client/ui/avatar.tsx';
import { detectLang } from '#client/ui/detect-lang.ts';
import { AnchorLink, ButtonLink } from '#client/ui/links.tsx';
import { Loading } from '#client/ui/page-state.tsx';
import { useTimeZone } from '#client/ui/time-zone.ts';
import type { BlogCard as Blog } from '#shared/contracts/blogs.ts';
import { formatDay } from '#shared/domain/zone.ts';
import classes from './blog-cards.module.css';

const COLUMN = 'min(20rem, 100%)';

export function formatLikes(i18n: I18n, likes: number): string {
  return i18n._(msg`${plural(likes, { one: '# like', other: '# likes' })}`);
}

export function formatReadingTime(i18n: I18n, minutes: number): string {
  return i18n._(msg`${plural(minutes, { one: '# minute to read', other: '# minutes to read' })}`);
}

export function BlogCards({ blogs, children }: { blogs: readonly Blog[]; children: (blog: Blog) => ReactNode }) {
  if (blogs.length === 0) return null;
  return (
    <SimpleGrid component="ul" minColWidth={COLUMN}>
      {blogs.map((blog) => (
        <li key={blog.id}>{children(blog)}</li>
      ))}
    </SimpleGrid>
  );
}

export function BlogCard({ blog }: { blog: Blog }) {
  const { i18n } = useLingui();
  const zone = useTimeZone();
  const { id, title, excerpt, author, tags, likes, readingTime, featuredImage, createdAt } = blog;
  return (
    <Card component="article" p={0} h="100%" className={classes.card}>
      {featuredImage && <img className={classes.cover} src={featuredImage} alt="" loading="lazy" />}
      <Stack gap={10} p="lg" flex={1}>
        <Title order={2} size="h4">
          <Link to="/blogs/$id" params={{ id }} className={classes.link} lang={detectLang(title)}>
            {title}
          </Link>
        </Title>
        <Text c="dimmed" lang={detectLang(excerpt)}>
          {excerpt}
        </Text>
        <Tags tags={tags} />
        <Group gap="0.375rem 0.875rem" mt="auto" pt={4} c="dimmed" fz="sm">
          <Avatar name={author.name} src={author.profileImage} size={36} alt="" />
          <Text span inherit fw={600} c="var(--mantine-color-text)" miw={0}>
            {author.name}
          </Text>
          <time dateTime={createdAt.toISOString()}>{formatDay(createdAt, zone, i18n.locale)}</time>
          <IconFact Icon={Clock}>{formatReadingTime(i18n, readingTime)}</IconFact>
          {likes > 0 && <IconFact Icon={Heart}>{formatLikes(i18n, likes)}</IconFact>}
        </Group>
      </Stack>
    </Card>
  );
}

export type OwnBlogCardProps = { blog: Blog; note: ReactNode; onDelete: () => void };

export function OwnBlogCard({ blog, note, onDelete }: OwnBlogCardProps) {
  const { t, i18n } = useLingui();
  const zone = useTimeZone();
  const { id, title, excerpt, tags, likes, createdAt, updatedAt } = blog;
  const [created, updated] = [formatDay(createdAt, zone, i18n.locale), formatDay(updatedAt, zone, i18n.locale)];
  return (
    <Card component="article" p="lg" h="100%">
      <Stack gap={10} flex={1}>
        <Title order={2} size="h4">
          <AnchorLink to="/blogs/$id" params={{ id }} c="var(--mantine-color-text)" display="block" py={10} my={-10}>
            {title}
          </AnchorLink>
        </Title>
        {note}
        <Text c="dimmed" lang={detectLang(excerpt)}>
          {excerpt}
        </Text>
        <Tags tags={tags} />
        <Group gap="0.25rem 1rem" mt="auto" c="dimmed" fz="sm">
          <span>{t`Created ${created}`}</span>
          {updatedAt > createdAt && <span>{t`Updated ${updated}`}</span>}
          {likes > 0 && <IconFact Icon={Heart}>{formatLikes(i18n, likes)}</IconFact>}
        </Group>
        <Group gap="xs">
          <ButtonLink
            to="/tutor/blogs/edit/$id"
            params={{ id }}
            variant="default"
            leftSection={<Pencil size={18} aria-hidden="true" />}
            aria-label={t`Edit ${title}`}
          >
            <Trans>Edit</Trans>
          </ButtonLink>
          <Button variant="default" leftSection={<Trash2 size={18} aria-hidden="true" />} aria-label={t`Delete ${title}`} onClick={onDelete}>
            <Trans>Delete</Trans>
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}

export function BlogsLoading({ isOwn = false }: { isOwn?: boolean }) {
  const { t } = useLingui();
  return (
    <Loading label={t`Loading posts…`}>
      <SimpleGrid minColWidth={COLUMN}>
        {[1, 2, 3].map((index) => (
          <Card key={index} p="lg">
            <Stack gap="sm">
              <Skeleton height={26} width="80%" />
              <Skeleton height={16} />
              <Skeleton height={16} width="90%" />
              <Skeleton height={36} width="60%" />
              {isOwn && <Skeleton height={20} width="50%" />}
              {isOwn && <Skeleton height={44} width="70%" />}
            </Stack>
          </Card>
        ))}
      </SimpleGrid>
    </Loading>
  );
}

function Tags({ tags }: { tags: readonly string[] }) {
  const { t } = useLingui();
  if (tags.length === 0) return null;
  return (
    <Group component="ul" gap={6} aria-label={t`Tags`}>
      {tags.map((tag) => (
        <Badge key={tag} component="li" radius="xl" maw="100%">
          {tag}
        </Badge>
      ))}
    </Group>
  );
}

function IconFact({ Icon, children }: { Icon: LucideIcon; children: string }) {
  return (
    <Group component="span" display="inline-flex" gap={4} wrap="nowrap">
      <Icon size={16} aria-hidden="true" />
      {children}
    </Group>
  );
}
