import { useLingui } from '@lingui/react/macro';
import { localStorageColorSchemeManager, MantineContext, MantineThemeProvider, mergeThemeOverrides, useProviderColorScheme } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { theme } from './theme.ts';

const manager = localStorageColorSchemeManager();
const getRootElement = () => document.documentElement;
const SETTINGS = { getRootElement, classNamesPrefix: 'mantine', cssVariablesSelector: ':root', withStaticClasses: true };

/** `MantineProvider` without the code that writes its variables and classes: the build has done that (`build/theme-styles.ts`). */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const { colorScheme, setColorScheme, clearColorScheme } = useProviderColorScheme({
    manager,
    defaultColorScheme: 'auto',
    getRootElement,
    forceColorScheme: undefined,
  });
  const translated = useTranslatedTheme();
  // With another value, React would render anew what it has not hydrated yet.
  const value = useMemo(() => ({ ...SETTINGS, colorScheme, setColorScheme, clearColorScheme }), [colorScheme, setColorScheme, clearColorScheme]);
  return (
    <MantineContext value={value}>
      <MantineThemeProvider theme={translated}>{children}</MantineThemeProvider>
    </MantineContext>
  );
}

/** The theme itself is read by the build too, which knows no macros. */
function useTranslatedTheme() {
  const { t } = useLingui();
  const label = t`Show password`;
  return useMemo(() => {
    const PasswordInput = { defaultProps: { visibilityToggleButtonProps: { 'aria-label': label } } };
    return mergeThemeOverrides(theme, { components: { PasswordInput } });
  }, [label]);
}
