import { act, fireEvent, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Avatar, type AvatarProps } from '#client/ui/avatar.tsx';
import { photoSrcSet } from '#shared/domain/photo-sizes.ts';
import { render } from '#tests/support/render.tsx';

const NAME = 'Nadeesha Perera';
const PHOTO = '/files/photos/0197d3c2.webp';
const OTHER_PHOTO = '/files/photos/0197d3c3.webp';
const SRC_SET = `${PHOTO}?w=96 96w, ${PHOTO}?w=192 192w, ${PHOTO}?w=384 384w`;

type Image = { complete: boolean; naturalWidth: number; decode: () => Promise<void> };

const getImage = () => screen.getByRole<HTMLImageElement>('img', { name: NAME });
async function renderImage(props: Partial<AvatarProps> = {}) {
  await render(<Avatar name={NAME} src={PHOTO} {...props} />);
  return getImage();
}

describe('the photo of an avatar', () => {
  test('is offered in three widths', async () => {
    const image = await renderImage();
    expect([image.getAttribute('srcset'), image.getAttribute('src')]).toEqual([SRC_SET, PHOTO]);
    expect([image.width, image.height]).toEqual([320, 320]);
  });

  test.each<[Partial<AvatarProps>, string]>([
    [{}, '2.5rem'],
    [{ size: 36 }, '2.25rem'],
    [{ size: '4.25rem' }, '4.25rem'],
    [{ size: '100%' }, '12rem'],
    [{ size: '100%', sizes: '(min-width: 48em) 16rem, 50vw' }, '(min-width: 48em) 16rem, 50vw'],
  ])('says how wide it is shown: %j', async (props, sizes) => {
    expect((await renderImage(props)).getAttribute('sizes')).toBe(sizes);
  });

  test.each([
    ['of another site', 'https://lh3.googleusercontent.com/a/photo=s96-c'],
    ['that is a drawing', '/files/photos/nadeesha.perera.svg'],
    ['of this page alone', 'blob:http://localhost/1'],
  ])('has one size when it is one %s', async (_, src) => {
    const image = await renderImage({ src });
    expect([image.getAttribute('src'), image.getAttribute('srcset'), image.getAttribute('sizes')]).toEqual([src, null, null]);
  });

  test.each<[Partial<AvatarProps>, string, string | null]>([
    [{}, 'lazy', null],
    [{ loading: 'eager' }, 'eager', null],
    [{ priority: true }, 'eager', 'high'],
    [{ priority: false }, 'lazy', null],
  ])('loads when it comes into view, unless it is seen first: %j', async (props, loading, priority) => {
    const image = await renderImage(props);
    expect([image.getAttribute('loading'), image.getAttribute('fetchpriority')]).toEqual([loading, priority]);
  });

  // Safari reads the attributes one by one.
  test('names its address after all that decides which one is loaded', async () => {
    const names = (await renderImage({ priority: true })).getAttributeNames();
    for (const name of ['loading', 'sizes', 'srcset']) expect(names.indexOf(name)).toBeLessThan(names.indexOf('src'));
  });

  test('gives way to the initials when it is broken, until there is another one', async () => {
    const container = await renderHtml(<Avatar name={NAME} src={PHOTO} />);
    const root = await hydrate(container, <Avatar name={NAME} src={PHOTO} />);
    const image = container.querySelector('img');
    if (image) fireEvent.error(image);
    expect(container.querySelector('img')).toBeNull();
    await act(async () => root.render(<Avatar name={NAME} src={OTHER_PHOTO} />));
    expect(container.querySelector('img')?.getAttribute('src')).toBe(OTHER_PHOTO);
    await act(async () => root.unmount());
  });
});

describe('the photo of an avatar that the server rendered', () => {
  const prototype = HTMLImageElement.prototype;
  const before = ['complete', 'decode', 'naturalWidth'].map((name) => [name, Object.getOwnPropertyDescriptor(prototype, name)] as const);
  afterEach(() => {
    for (const [name, descriptor] of before) {
      Reflect.deleteProperty(prototype, name);
      if (descriptor) Object.defineProperty(prototype, name, descriptor);
    }
  });

  function stubImage({ complete, naturalWidth, decode }: Image) {
    for (const [name, value] of Object.entries({ complete, naturalWidth, decode }))
      Object.defineProperty(prototype, name, { configurable: true, value });
  }

  async function takeOver(image: Image) {
    const container = await renderHtml(<Avatar name={NAME} src={PHOTO} />);
    stubImage(image);
    const root = await hydrate(container, <Avatar name={NAME} src={PHOTO} />);
    const [hasImage, isCovered] = [container.querySelector('img') !== null, container.querySelector('[data-covered]') !== null];
    await act(async () => root.unmount());
    return { hasImage, isCovered };
  }

  test('covers the initials when it was there before React', async () => {
    expect(await takeOver({ complete: true, naturalWidth: 96, decode: () => Promise.resolve() })).toEqual({ hasImage: true, isCovered: true });
  });

  test('covers them too when it is a drawing without a width', async () => {
    expect(await takeOver({ complete: true, naturalWidth: 0, decode: () => Promise.resolve() })).toEqual({ hasImage: true, isCovered: true });
  });

  test('gives way to the initials when it had failed before React', async () => {
    expect(await takeOver({ complete: true, naturalWidth: 0, decode: () => Promise.reject(new DOMException('broken', 'EncodingError')) })).toEqual({
      hasImage: false,
      isCovered: false,
    });
  });

  test('stays when only another size of it is being loaded', async () => {
    expect(await takeOver({ complete: true, naturalWidth: 96, decode: () => Promise.reject(new DOMException('changed', 'EncodingError')) })).toEqual({
      hasImage: true,
      isCovered: false,
    });
  });

  test('is waited for while it is loading', async () => {
    const decode = vi.fn(() => Promise.resolve());
    expect(await takeOver({ complete: false, naturalWidth: 0, decode })).toEqual({ hasImage: true, isCovered: false });
    expect(decode).not.toHaveBeenCalled();
  });
});

test('a photo that has a width in its address already has no others', () => {
  expect(photoSrcSet(`${PHOTO}?w=96`)).toBeUndefined();
});

/** The HTML of a first rendering stands for that of the server, which writes styles without spaces. */
async function renderHtml(avatar: ReactElement): Promise<HTMLElement> {
  const { container: rendered } = await render(avatar);
  const container = document.createElement('div');
  const html = rendered.querySelector('span[data-shape]')?.outerHTML ?? '';
  container.innerHTML = html.replace(/style="([^"]*?);?"/, (_, style: string) => `style="${style.replaceAll(/([:;]) /g, '$1')}"`);
  return container;
}

const hydrate = (container: HTMLElement, avatar: ReactElement) => act(async () => hydrateRoot(container, avatar));
