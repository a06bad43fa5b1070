import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { getInitials } from '#shared/domain/initials.ts';
import { photoSrcSet } from '#shared/domain/photo-sizes.ts';
import classes from './avatar.module.css';
import { useIsHydrated } from './hydration.ts';

const TINTS = ['teal', 'terracotta', 'yellow', 'green', 'blue'] as const;
/** Of one whose width only the page's style knows. */
const USUAL_WIDTH = '12rem';

export type AvatarProps = {
  name: string;
  src?: string | null;
  /** Any CSS length; a number is pixels. */
  size?: number | string;
  /** How wide it is shown, for a `size` in percent: `(min-width: 48em) 16rem, 50vw`. */
  sizes?: string;
  shape?: 'circle' | 'rounded';
  alt?: string;
  loading?: 'lazy' | 'eager';
  /** For what is seen first: loaded at once, before other images. */
  priority?: boolean;
};

export function Avatar({ name, src, size = 40, sizes, shape = 'circle', alt = name, priority = false, loading = 'lazy' }: AvatarProps) {
  const [loadedSrc, setLoadedSrc] = useState<string | null>(null);
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null);
  const isHydrated = useIsHydrated();
  const [isTakenOver] = useState(!isHydrated);
  const imageRef = useRef<HTMLImageElement>(null);
  const tint = getTint(name);
  const length = typeof size === 'number' ? `${size / 16}rem` : size;
  const hasPhoto = Boolean(src) && src !== brokenSrc;
  const initialsRole = alt === '' || hasPhoto ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt };
  const srcSet = src ? photoSrcSet(src) : undefined;

  // What the server rendered may be complete before React listens. `decode` tells the outcome: a drawing may have no natural width.
  useEffect(() => {
    const image = imageRef.current;
    if (!isTakenOver || !src || !image?.complete) return;
    image.decode().then(
      () => setLoadedSrc(src),
      () => image.naturalWidth === 0 && setBrokenSrc(src),
    );
  }, [isTakenOver, src]);

  const style: CSSProperties & Record<`--${string}`, string> = {
    '--avatar-size': length,
    '--avatar-ground': `var(--mantine-color-${tint}-light)`,
    '--avatar-ink': `var(--mantine-color-${tint}-light-color)`,
  };

  return (
    <span className={classes.avatar} data-shape={shape} style={style}>
      <span className={classes.initials} data-covered={(hasPhoto && src === loadedSrc) || undefined} {...initialsRole}>
        {getInitials(name)}
      </span>
      {hasPhoto && src && (
        // Safari reads the attributes in this order, and would load `src` before it knew the others.
        <img
          ref={imageRef}
          className={classes.photo}
          alt={alt}
          width={320}
          height={320}
          loading={priority ? 'eager' : loading}
          fetchPriority={priority ? 'high' : undefined}
          decoding="async"
          sizes={srcSet && (sizes ?? (length.endsWith('%') ? USUAL_WIDTH : length))}
          srcSet={srcSet}
          src={src}
          onLoad={() => setLoadedSrc(src)}
          onError={() => setBrokenSrc(src)}
        />
      )}
    </span>
  );
}

function getTint(name: string): string {
  const sum = Array.from(name).reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return TINTS[sum % TINTS.length] ?? TINTS[0];
}
