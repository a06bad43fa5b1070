import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Container, Group, Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { NotebookPen, X } from 'lucide-react';
import { errorMessage } from '#client/lib/rpc/errors.ts';
import { BY_CURSOR, useTRPC } from '#client/lib/rpc/trpc.ts';
import { useIsHydrated } from '#client/ui/hydration.ts';
import { AnchorLink, ButtonLink } from '#client/ui/links.tsx';
import { MoreOfList } from '#client/ui/more-of-list.tsx';
import { Empty, QueryError } from '#client/ui/page-state.tsx';
import { SearchForm } from '#client/ui/search-field.tsx';
import { BlogCard, BlogCards, BlogsLoading } from './blog-cards.tsx';

/** `after`: the cursor of the page before, where the list begins without JavaScript. */
export type BlogSearch = { tag?: string; q?: string; after?: string };
export type PublicBlogsProps = { search: BlogSearch; onSearch: (next: BlogSearch) => void };

export function PublicBlogs({ search, onSearch }: PublicBlogsProps) {
  const { t } = useLingui();
  const trpc = useTRPC();
  const pages = useInfiniteQuery(trpc.blogs.published.infiniteQueryOptions({ tag: search.tag, search: search.q, after: search.after }, BY_CURSOR));
  const { data, error } = pages;
  const blogs = data?.pages.flatMap((page) => page.blogs) ?? [];
  const isHydrated = useIsHydrated();
  const after = data?.pages.at(-1)?.nextCursor ?? undefined;
  const { tag } = search;
  const isFiltered = tag !== undefined || search.q !== undefined;

  return (
    <Container pt="clamp(1.5rem, 5vw, 3rem)" pb="calc(4rem + var(--vidya-page-bottom))">
      <Box component="header" mb="1.5rem">
        <Title order={1}>
          <Trans>Blog</Trans>
        </Title>
        <Text size="lg" c="dimmed" maw="40rem" mt="xs">
          <Trans>Advice on learning, exams and study habits, written by our tutors.</Trans>
        </Text>
      </Box>
      <SearchForm
        label={t`Search posts`}
        target={{ action: '/blogs', name: 'q', fields: tag === undefined ? [] : [['tag', tag]] }}
        placeholder={t`Search titles and tags`}
        maw="42rem"
        mb="1.5rem"
        searched={search.q ?? ''}
        onSearch={(text) => onSearch({ tag, q: text || undefined })}
      />
      {tag !== undefined && (
        <Group gap="0.25rem 1rem" mb="md" fw={600}>
          <Text span inherit>{t`Posts about “${tag}”`}</Text>
          <AnchorLink to="/blogs" search={{ q: search.q }} display="inline-flex" mih={44} style={{ alignItems: 'center', gap: 4 }}>
            <X size={16} aria-hidden="true" />
            <Trans>Show all posts</Trans>
          </AnchorLink>
        </Group>
      )}
      {!data && !error && <BlogsLoading />}
      {!data && error && <QueryError title={t`Error Loading Posts`} message={errorMessage(error, t`Failed to fetch blogs`)} query={pages} />}
      {data && blogs.length === 0 && (
        <Empty
          icon={<NotebookPen size={26} />}
          title={isFiltered ? t`No posts found` : t`No posts yet`}
          text={isFiltered ? t`Try other words, or browse all posts.` : t`Posts by our tutors will appear here.`}
          action={
            isFiltered && (
              <ButtonLink to="/blogs">
                <Trans>Show all posts</Trans>
              </ButtonLink>
            )
          }
        />
      )}
      {search.after !== undefined && (
        <AnchorLink to="/blogs" search={{ ...search, after: undefined }} display="inline-block" mb="md">
          <Trans>From the beginning</Trans>
        </AnchorLink>
      )}
      <BlogCards blogs={blogs}>{(blog) => <BlogCard blog={blog} />}</BlogCards>
      {isHydrated && <MoreOfList pages={pages} failure={errorMessage(error, t`Failed to fetch blogs`)} mt="1.5rem" />}
      {!isHydrated && after && (
        <Group justify="center" mt="1.5rem">
          <ButtonLink to="/blogs" search={{ ...search, after }} variant="default">
            <Trans>Next page</Trans>
          </ButtonLink>
        </Group>
      )}
    </Container>
  );
}
