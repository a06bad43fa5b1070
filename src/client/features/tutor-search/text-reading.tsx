import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Box, Group, Stack, Text } from '@mantine/core';
import type { SearchReading } from '#shared/contracts/tutor-search.ts';
import { placesInText } from '#shared/domain/text-parts.ts';
import { textsOf } from '#shared/domain/texts.ts';
import { formatDate } from '#shared/domain/zone.ts';
import { SEARCH } from '#shared/vocabulary/limits.ts';
import { joinWords } from './join-words.ts';
import { RemovableChip } from './removable-chip.tsx';

export type TextReadingProps = {
  reading: SearchReading | undefined;
  hasTutors: boolean;
  isBusy: boolean;
  onRemove: (texts: readonly string[]) => void;
  focusResults: () => void;
};

/** How the words of the search text were read. */
export function TextReading({ reading, hasTutors, isBusy, onRemove, focusResults }: TextReadingProps) {
  const { t, i18n } = useLingui();
  const chips = listChips(i18n, reading?.filters ?? []);
  const notes = reading ? listNotes(i18n, reading, hasTutors) : [];

  return (
    <Box mb={chips.length + notes.length > 0 ? 'md' : undefined} opacity={isBusy ? 0.55 : undefined}>
      {chips.length > 0 && (
        <Group component="ul" gap="xs" aria-label={t`Read from your search`}>
          {chips.map(({ label, texts }) => (
            <li key={label}>
              <RemovableChip label={label} onRemove={() => onRemove(texts)} focusResults={focusResults} />
            </li>
          ))}
        </Group>
      )}
      {/* Always in the page: not every screen reader announces a status that comes together with its text. */}
      <Stack role="status" gap={4} mt={chips.length > 0 && notes.length > 0 ? 'xs' : undefined}>
        {notes.map((note) => (
          <Text key={note} size="sm">
            {note}
          </Text>
        ))}
      </Stack>
    </Box>
  );
}

type Chip = { label: string; texts: string[] };

/** Words that say the same, as in "online zoom", are one chip. */
function listChips(i18n: I18n, filters: SearchReading['filters']): Chip[] {
  const textsByLabel = new Map<string, string[]>();
  for (const { text, ...filter } of filters) {
    const label = describeFilter(i18n, filter);
    textsByLabel.set(label, [...(textsByLabel.get(label) ?? []), text]);
  }
  return [...textsByLabel].map(([label, texts]) => ({ label, texts }));
}

function describeFilter(i18n: I18n, { label, date }: Pick<SearchReading['filters'][number], 'label' | 'date'>): string {
  const freeDate = date && formatDate(date, i18n.locale);
  return freeDate ? i18n._(msg`Free on ${freeDate}`) : textsOf(i18n).recognise(label);
}

function listNotes(i18n: I18n, { leftOut, corrections, isShortened }: SearchReading, hasTutors: boolean): string[] {
  const notes: string[] = [];
  if (leftOut.length > 0) {
    const words = joinWords(i18n, leftOut.map(quote));
    notes.push(i18n._(msg`No tutor has all of these words. Shown without ${words}.`));
  }
  const shown = corrections.filter(({ from }) => !leftOut.some((text) => placesInText(text, from).length > 0));
  if (shown.length > 0) {
    const corrected = joinWords(
      i18n,
      shown.map(({ from, to }) => i18n._(msg`“${to}” instead of “${from}”`)),
    );
    notes.push(i18n._(hasTutors ? msg`Showing tutors for ${corrected}.` : msg`Searched for ${corrected}.`));
  }
  const { maxWords } = SEARCH;
  if (isShortened) notes.push(i18n._(msg`Only the first ${maxWords} words count.`));
  return notes;
}

const quote = (words: string): string => `“${words}”`;
