import { TextInput } from '@mantine/core';
import { colorFrom, contrast, isColor } from '#shared/domain/category-look.ts';
import { CATEGORY_COLOR } from '#shared/vocabulary/content.ts';
import classes from './color-field.module.css';

/** What a card lies on (`--vidya-surface`), light and dark. */
export const SURFACES = { light: '#fffdfa', dark: '#2a2621' } as const;
/** What a picture that says something needs (WCAG 2.2, 1.4.11). */
const ENOUGH = 3;

export type ColorFieldProps = { value: string; error: string | undefined; onChange: (value: string) => void; onBlur: () => void };

/** A colour as text, with what it looks like and how well it can be seen. */
export function ColorField({ value, error, onChange, onBlur }: ColorFieldProps) {
  const color = value.trim();
  const shown = isColor(color) ? color : null;
  return (
    <div className={classes.field}>
      <TextInput
        label="Colour"
        name="color"
        autoComplete="off"
        spellCheck={false}
        maxLength={20}
        placeholder={CATEGORY_COLOR}
        value={value}
        error={error}
        leftSection={
          <span className={classes.swatch} data-empty={shown === null || undefined}>
            <input type="color" aria-label="Pick a colour" value={wide(shown)} onChange={(event) => onChange(event.currentTarget.value)} />
            <span style={{ background: shown ?? 'transparent' }} />
          </span>
        }
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={onBlur}
      />
      {shown && (
        <ul className={classes.contrasts} aria-label="Contrast">
          {Object.entries(SURFACES).map(([scheme, surface]) => (
            <li key={scheme} data-scheme={scheme} style={{ background: surface, color: shown }}>
              <span className={classes.dot} style={{ background: shown }} aria-hidden="true" />
              <span className={classes.ratio}>{verdict(scheme, contrast(shown, surface))}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function verdict(scheme: string, ratio: number): string {
  // Cut, not rounded: 2.99 is not enough.
  const shown = (Math.floor(ratio * 10) / 10).toFixed(1);
  return `${shown}:1 on ${scheme}, ${ratio >= ENOUGH ? 'easy to see' : 'hard to see'}`;
}

/** The browser's field takes six digits only. */
function wide(color: string | null): string {
  const text = colorFrom(color);
  return text.length === 4 ? `#${[...text.slice(1)].map((digit) => digit + digit).join('')}` : text;
}
