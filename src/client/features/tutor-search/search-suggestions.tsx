import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Plural, useLingui } from '@lingui/react/macro';
import { VisuallyHidden } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { BookOpen, History, type LucideIcon, MapPin, Shapes, TrendingUp, X } from 'lucide-react';
import { type CSSProperties, type ReactNode, useDeferredValue, useEffect, useEffectEvent, useId, useState } from 'react';
import { type Outputs, useTRPC } from '#client/lib/rpc/trpc.ts';
import { useStoredList } from '#client/lib/stored-list.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { detectLang } from '#client/ui/detect-lang.ts';
import type { ListOwner } from '#client/ui/search-field.tsx';
import { translated, translatedName } from '#shared/domain/texts.ts';
import { SUGGESTIONS } from '#shared/vocabulary/limits.ts';
import { MatchingPart } from './matching-part.tsx';
import { clearRecentSearches, RECENT_SEARCHES, removeRecentSearch, storeRecentSearch } from './recent-searches.ts';
import type { OnSuggestionChosen } from './search-state.ts';
import classes from './search-suggestions.module.css';

export type SearchSuggestionsProps = ListOwner & {
  text: string;
  /** What the page shows the tutors of. */
  searched: string | undefined;
  onChoose: OnSuggestionChosen;
};

type Option = {
  key: string;
  name: string;
  /** A word more about it. */
  detail?: string | null;
  picture: ReactNode;
  choose: () => void;
  remove?: () => void;
};
type OptionGroup = { label: string; options: Option[] };

const STALE_MS = SUGGESTIONS.popularMinutes * 60_000;
const QUIET = { retry: false, staleTime: STALE_MS, refetchOnWindowFocus: false, refetchOnReconnect: false } as const;

/** The list of a combobox as in the ARIA Authoring Practices: the focus stays in the field, and no option is chosen by itself. */
export function SearchSuggestions({ field, text, searched, onChoose, onListChange }: SearchSuggestionsProps) {
  const { t, i18n } = useLingui();
  const id = useId();
  const typed = text.trim();
  // The code is loaded by a press, which opens it for a new search, or by the first letter.
  const [isOpen, setOpen] = useState(typed.length < SUGGESTIONS.letters || typed !== searched);
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const groups = useOptionGroups({ typed, isOpen, onChoose, onRemoved: () => setActiveKey(null) });
  const options = groups.flatMap((group) => group.options);
  const count = options.length;
  const isShown = isOpen && options.length > 0;
  const active = isShown ? options.findIndex(({ key }) => key === activeKey) : -1;
  const listId = `${id}-list`;
  const idOf = (index: number) => `${id}-${index}`;
  const activeId = active === -1 ? undefined : idOf(active);

  const close = () => {
    setOpen(false);
    setActiveKey(null);
  };
  const choose = (option: Option | undefined) => {
    if (!option) return;
    option.choose();
    if (option.key === CLEAR) setActiveKey(null);
    else close();
  };
  const move = (step: 1 | -1) => {
    if (!isShown) return setOpen(true);
    const from = active === -1 && step === -1 ? 0 : active;
    setActiveKey(options[(from + step + options.length) % options.length]?.key ?? null);
  };

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // A key that ends a composition belongs to the keyboard of the script.
    if (event.isComposing || event.ctrlKey || event.metaKey) return;
    const isUsed = handleKey(event.key);
    if (isUsed) event.preventDefault();
  });
  const handleKey = (key: string): boolean => {
    if (key === 'ArrowDown' || key === 'ArrowUp') move(key === 'ArrowDown' ? 1 : -1);
    else if (!isShown) return false;
    else if (key === 'Escape') close();
    else if (key === 'Enter' && active !== -1) choose(options[active]);
    else if (key === 'Delete' && options[active]?.remove) options[active].remove();
    else return false;
    return true;
  };
  const onInput = useEffectEvent(() => {
    setOpen(true);
    setActiveKey(null);
  });
  const onPress = useEffectEvent(() => {
    if (field.value.trim().length < SUGGESTIONS.letters) setOpen(true);
  });
  const onSubmit = useEffectEvent(() => {
    storeRecentSearch(field.value);
    close();
  });
  const onBlur = useEffectEvent(() => {
    if (searched && searched === typed) storeRecentSearch(typed);
    close();
  });

  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    field.addEventListener('keydown', onKey, { signal });
    // Not at the field: there it would come before React's own listener, and what React renders in between takes the letter back.
    document.addEventListener('input', ({ target }) => target === field && onInput(), { signal });
    field.addEventListener('click', onPress, { signal });
    field.addEventListener('keyup', ({ key }) => key === 'Tab' && onPress(), { signal });
    field.addEventListener('blur', onBlur, { signal });
    field.form?.addEventListener('submit', onSubmit, { signal });
    return () => listening.abort();
  }, [field]);

  const reportState = useEffectEvent(onListChange);
  useEffect(() => {
    reportState({ 'aria-expanded': isShown, 'aria-controls': isShown ? listId : undefined, 'aria-activedescendant': activeId });
  }, [isShown, listId, activeId]);

  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  const room = useRoomBelow(field, isShown);
  if (!isShown) return null;

  return (
    <>
      <div
        role="listbox"
        id={listId}
        aria-label={t`Suggestions`}
        className={classes.list}
        // CSSProperties has no custom properties.
        style={{ '--room': room } as CSSProperties}
        onMouseDown={keepFocus}
      >
        {groups.map(({ label, options: ofGroup }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset has no options
          <div key={label} role="group" aria-label={label}>
            <div className={classes.label} aria-hidden="true">
              {label}
            </div>
            {ofGroup.map((option) => (
              <div key={option.key} role="presentation" className={classes.row}>
                <SuggestionOption
                  id={idOf(options.indexOf(option))}
                  option={option}
                  isActive={option === options[active]}
                  typed={typed}
                  onChoose={choose}
                />
                {option.remove && (
                  <button
                    type="button"
                    className={classes.remove}
                    tabIndex={-1}
                    aria-hidden="true"
                    title={labelRemove(i18n, option)}
                    onClick={option.remove}
                  >
                    <X size={18} aria-hidden="true" />
                  </button>
                )}
              </div>
            ))}
          </div>
        ))}
      </div>
      <VisuallyHidden role="status">
        <Plural value={count} one="# suggestion" other="# suggestions" />
      </VisuallyHidden>
    </>
  );
}

type SuggestionOptionProps = { id: string; option: Option; isActive: boolean; typed: string; onChoose: (option: Option) => void };

function SuggestionOption({ id, option, isActive, typed, onChoose }: SuggestionOptionProps) {
  const { name, detail, picture, remove } = option;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
    <div
      role="option"
      id={id}
      className={classes.option}
      aria-selected={isActive}
      aria-keyshortcuts={remove && 'Delete'}
      onClick={() => onChoose(option)}
    >
      {picture}
      <span className={classes.words}>
        <span lang={detectLang(name)}>
          <MatchingPart name={name} typed={typed} />
        </span>
        {detail && (
          <span className={classes.detail} lang={detectLang(detail)}>
            {' '}
            <MatchingPart name={detail} typed={typed} />
          </span>
        )}
      </span>
    </div>
  );
}

function labelRemove(i18n: I18n, { name }: Option): string {
  return i18n._(msg`Remove “${name}”`);
}

const keepFocus = (event: { preventDefault: () => void }) => event.preventDefault();

const CLEAR = 'clear';

type Source = { typed: string; isOpen: boolean; onChoose: OnSuggestionChosen; onRemoved: () => void };

function useOptionGroups({ typed, isOpen, onChoose, onRemoved }: Source): OptionGroup[] {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const isShort = typed.length < SUGGESTIONS.letters;
  const settled = useSettled(typed);
  const recent = useStoredList(RECENT_SEARCHES);
  const trpc = useTRPC();
  const { data: latestPopular } = useQuery(trpc.tutors.popularSubjects.queryOptions(undefined, { ...QUIET, enabled: isOpen && isShort }));
  const { data: latestSuggested } = useQuery(
    trpc.tutors.suggest.queryOptions(
      { text: settled },
      { ...QUIET, enabled: isOpen && settled.length >= SUGGESTIONS.letters, placeholderData: keepPreviousData },
    ),
  );

  // What a query tells is drawn in one go; this draws the list in steps, between which letters are shown.
  const popular = useDeferredValue(latestPopular) ?? [];
  const suggested = useDeferredValue(latestSuggested);

  const search = (text: string, isTaught: boolean) => () => {
    storeRecentSearch(text);
    onChoose(text, { isTaught });
  };
  const withIcon = (Icon: LucideIcon) => <Icon size={20} aria-hidden="true" className={classes.icon} />;

  if (isShort) {
    const searches = recent.map((text): Option => {
      const remove = () => {
        removeRecentSearch(text);
        onRemoved();
      };
      return { key: `recent ${text}`, name: text, picture: withIcon(History), choose: search(text, false), remove };
    });
    const clear: Option = { key: CLEAR, name: t`Clear recent searches`, picture: withIcon(X), choose: clearRecentSearches };
    const subjects = popular.map(
      ({ id, name }): Option => ({ key: id, name: translatedName(i18n, name), picture: withIcon(TrendingUp), choose: search(name, true) }),
    );
    return withoutEmpty([
      { label: t`Recent searches`, options: searches.length > 1 ? [...searches, clear] : searches },
      { label: t`Popular subjects`, options: subjects },
    ]);
  }
  if (!suggested) return [];
  const { subjects, topics, places, tutors } = suggested;
  const toOption = (Icon: LucideIcon, isTaught: boolean) => (entry: Suggested) => {
    const shown = isTaught ? translatedName(i18n, entry.name) : translated(i18n, entry.name);
    const within = (name: string) => entry.before + name + entry.after;
    // The search knows the names of towns in all languages, and of a subject the one that is written in the catalogue.
    const text = within(isTaught ? entry.name : shown);
    const alias = entry.alias === shown ? null : entry.alias;
    const detail = alias ?? (shown === entry.name ? translatedName(i18n, entry.subject ?? '') : entry.name);
    return { key: entry.id, name: within(shown), detail, picture: withIcon(Icon), choose: search(text, isTaught) };
  };
  return withoutEmpty([
    { label: t`Subjects`, options: subjects.map(toOption(BookOpen, true)) },
    { label: t`Topics`, options: topics.map(toOption(Shapes, true)) },
    { label: t`Towns`, options: places.map(toOption(MapPin, false)) },
    {
      label: t`Tutors`,
      options: tutors.map(({ id, name, profileImage, subject }) => ({
        key: id,
        name,
        detail: subject && translatedName(i18n, subject),
        picture: <Avatar name={name} src={profileImage} size={28} alt="" />,
        choose: () => void navigate({ to: '/tutors/$id', params: { id } }),
      })),
    },
  ]);
}

type Suggested = Outputs['tutors']['suggest']['subjects'][number] & { subject?: string | null };

const withoutEmpty = (groups: OptionGroup[]): OptionGroup[] => groups.filter(({ options }) => options.length > 0);

function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), SUGGESTIONS.debounceMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
}

const GAP_PX = 12;

/** Between the field and the keyboard of a phone, or the end of the window. */
function useRoomBelow(field: HTMLInputElement, isShown: boolean): string {
  const [room, setRoom] = useState('60vh');
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!isShown || !viewport) return;
    const measure = () => {
      const { bottom } = (field.form ?? field).getBoundingClientRect();
      setRoom(`${Math.round(viewport.offsetTop + viewport.height - bottom - GAP_PX)}px`);
    };
    measure();
    viewport.addEventListener('resize', measure);
    window.addEventListener('scroll', measure, { passive: true });
    return () => {
      viewport.removeEventListener('resize', measure);
      window.removeEventListener('scroll', measure);
    };
  }, [field, isShown]);
  return room;
}
