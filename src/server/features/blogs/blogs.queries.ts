import type { As, Ctx } from '#server/core/context.ts';
import type { BlogCounts, BlogIdInput, BlogPage, BlogsInput, BlogsPage, BlogsQuery, BlogView, OwnBlogsInput } from '#shared/contracts/blogs.ts';

// being built
export async function publishedBlogs(_: Ctx, __: BlogsInput): Promise<BlogsPage> {
  throw new Error('being built');
}

export async function ownBlogs(_: As<'tutor'>, __: OwnBlogsInput): Promise<BlogsPage> {
  throw new Error('being built');
}

export async function ownBlogCounts(_: As<'tutor'>): Promise<BlogCounts> {
  throw new Error('being built');
}

export async function blogById(_: Ctx, __: BlogIdInput): Promise<BlogPage> {
  throw new Error('being built');
}

export async function allBlogs(_: Ctx, __: BlogsQuery): Promise<BlogView[]> {
  throw new Error('being built');
}

export async function allOwnBlogs(_: As<'tutor'>): Promise<BlogView[]> {
  throw new Error('being built');
}

export async function allBlogsOfTutor(_: Ctx, __: { id: string }): Promise<BlogView[]> {
  throw new Error('being built');
}
