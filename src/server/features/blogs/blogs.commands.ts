import type { As, SignedIn } from '#server/core/context.ts';
import type { BlogIdInput, BlogView, CreateBlogInput, LikedBlog, UpdateBlogInput } from '#shared/contracts/blogs.ts';

// being built
export async function createBlog(_: As<'tutor'>, __: CreateBlogInput): Promise<BlogView> {
  throw new Error('being built');
}

export async function updateBlog(_: As<'tutor'>, __: UpdateBlogInput): Promise<BlogView> {
  throw new Error('being built');
}

export async function removeBlog(_: As<'tutor'>, __: BlogIdInput): Promise<void> {
  throw new Error('being built');
}

export async function likeBlog(_: SignedIn, __: BlogIdInput): Promise<LikedBlog> {
  throw new Error('being built');
}
