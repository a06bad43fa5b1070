import { type CSSProperties, useState } from 'react';
import classes from './avatar.module.css';

const TINTS = ['teal', 'terracotta', 'yellow', 'green', 'blue'] as const;

export type AvatarProps = {
  name: string;
  src?: string | null;
  /** Any CSS length; a number is pixels. */
  size?: number | string;
  shape?: 'circle' | 'rounded';
  alt?: string;
  loading?: 'lazy' | 'eager';
};

export function Avatar({ name, src, size = 40, shape = 'circle', alt = name, loading = 'lazy' }: AvatarProps) {
  const [loadedSrc, setLoadedSrc] = useState<string | null>(null);
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null);
  const tint = getTint(name);
  const length = typeof size === 'number' ? `${size / 16}rem` : size;
  const hasPhoto = Boolean(src) && src !== brokenSrc;
  const initialsRole = alt === '' || hasPhoto ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt };

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
        <img
          className={classes.photo}
          src={src}
          alt={alt}
          width={320}
          height={320}
          loading={loading}
          decoding="async"
          onLoad={() => setLoadedSrc(src)}
          onError={() => setBrokenSrc(src)}
        />
      )}
    </span>
  );
}

export function getInitials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const chosen = words.length > 1 ? [words[0], words[words.length - 1]] : words;
  return chosen.map((word) => firstLetter(word ?? '')).join('');
}

function firstLetter(word: string): string {
  const [first] = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(word);
  return first?.segment.toLocaleUpperCase() ?? '';
}

function getTint(name: string): string {
  const sum = Array.from(name).reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return TINTS[sum % TINTS.length] ?? TINTS[0];
}
