import { Box, Group, SimpleGrid, Stack, Text, TextInput, type TextInputProps } from '@mantine/core';
import { Search } from 'lucide-react';
import { useId, useState } from 'react';
import { colorFrom, contrast, isColor } from '#shared/domain/category-look.ts';
import { CATEGORY_COLOR } from '#shared/vocabulary/content.ts';
import { CategoryIcon, COMMON_ICONS } from './category-icon.tsx';
import classes from './category-look-fields.module.css';
import { MORE_ICONS } from './more-category-icons.tsx';

/** The background of a card (`--vidya-surface`) and the colour of its text. */
export const SURFACES = { light: '#fffdfa', dark: '#2a2621' } as const;
const INKS: Record<string, string> = { light: '#38322b', dark: '#ebe4da' };
/** For a graphical object: WCAG 2.2, 1.4.11. */
const MIN_CONTRAST = 3;

export type ColorFieldProps = Omit<TextInputProps, 'value' | 'onChange'> & { value: string; onChange: (value: string) => void };

export function ColorField({ value, onChange, ...input }: ColorFieldProps) {
  const color = value.trim();
  const shownColor = isColor(color) ? color : null;
  return (
    <Stack gap="xs">
      <TextInput
        label="Colour"
        autoComplete="off"
        spellCheck={false}
        maxLength={20}
        placeholder={CATEGORY_COLOR}
        {...input}
        value={value}
        leftSection={
          <span className={classes.swatch} style={{ background: shownColor ?? 'transparent' }}>
            <input
              type="color"
              aria-label="Pick a colour"
              value={toSixDigits(shownColor)}
              onChange={(event) => onChange(event.currentTarget.value)}
            />
          </span>
        }
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {shownColor && (
        <SimpleGrid component="ul" minColWidth="min(13rem, 100%)" autoFlow="auto-fit" spacing="xs" aria-label="Contrast">
          {Object.entries(SURFACES).map(([scheme, surface]) => (
            <Group key={scheme} component="li" gap="xs" wrap="nowrap" px="sm" py="xs" bd="1px solid var(--vidya-border)" bdrs="md" bg={surface}>
              <Box component="span" flex="none" w="1rem" h="1rem" bdrs="50%" bg={shownColor} aria-hidden="true" />
              <Text span size="sm" c={INKS[scheme]}>
                {formatContrast(scheme, contrast(shownColor, surface))}
              </Text>
            </Group>
          ))}
        </SimpleGrid>
      )}
    </Stack>
  );
}

function formatContrast(scheme: string, ratio: number): string {
  // Cut, not rounded: 2.99 is not enough.
  const shownRatio = (Math.floor(ratio * 10) / 10).toFixed(1);
  return `${shownRatio}:1 on ${scheme}, ${ratio >= MIN_CONTRAST ? 'easy to see' : 'hard to see'}`;
}

/** A colour input accepts only six digits. */
function toSixDigits(color: string | null): string {
  const text = colorFrom(color);
  return text.length === 4 ? `#${[...text.slice(1)].map((digit) => digit + digit).join('')}` : text;
}

const ICON_NAMES = Object.keys({ ...COMMON_ICONS, ...MORE_ICONS }).sort();

const toLabel = (name: string) => name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ');

export type IconPickerProps = { value: string; onChange: (name: string) => void };

export function IconPicker({ value, onChange }: IconPickerProps) {
  const group = useId();
  const [search, setSearch] = useState('');
  const [first] = useState(value);
  const names = [first, ...ICON_NAMES.filter((name) => name !== first)];
  const found = names.filter((name) => toLabel(name).toLowerCase().includes(search.trim().toLowerCase()));

  return (
    <fieldset>
      <Text component="legend" fw={600} mb={4}>
        Icon
      </Text>
      <Stack gap="xs">
        <TextInput
          size="sm"
          aria-label="Search icons"
          placeholder="Search icons"
          type="search"
          autoComplete="off"
          leftSection={<Search size={16} aria-hidden="true" />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          // Enter would save the form while somebody is still looking for an icon.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
        <div className={classes.icons}>
          {found.map((name) => (
            <label key={name} className={classes.icon} title={toLabel(name)}>
              <input type="radio" name={group} value={name} aria-label={toLabel(name)} checked={name === value} onChange={() => onChange(name)} />
              <CategoryIcon name={name} size={22} />
            </label>
          ))}
        </div>
        <Text size="sm" c="dimmed" role="status">
          {found.length === 0 ? 'No icons match.' : `Chosen: ${toLabel(value)}`}
        </Text>
      </Stack>
    </fieldset>
  );
}
