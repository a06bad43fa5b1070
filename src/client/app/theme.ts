import { type ActionIconProps, createTheme, type MantineColorsTuple } from '@mantine/core';

/** Shade 7 carries white text in light, shade 6 in dark; shade 4 is text on charcoal. */
export const PALETTE = {
  teal: ['#e8f3f0', '#d2e8e3', '#a6d3ca', '#76bdb1', '#4fa89b', '#2f9186', '#1c776e', '#11625b', '#0d4f4a', '#093c38'],
  terracotta: ['#fcf0ea', '#f8ded2', '#f0bda7', '#e79b7c', '#de8059', '#cb5f36', '#b04a25', '#963d1d', '#7a3319', '#5a2713'],
  yellow: ['#fef5e0', '#fbe8bd', '#f5d386', '#edbb52', '#dfa12f', '#bf8118', '#976110', '#7b4f0e', '#61400f', '#46300f'],
  green: ['#edf5ea', '#dbebd5', '#b6d6ab', '#90c082', '#6fab61', '#4d8f42', '#387330', '#2c5e27', '#244c20', '#1b3818'],
  red: ['#fdf0ed', '#fadcd7', '#f3b7ae', '#ea9388', '#e37b6f', '#cf4b40', '#b5372e', '#982b24', '#79231e', '#591b17'],
  blue: ['#edf3f8', '#d8e5f0', '#b1cbe1', '#86afd0', '#659ac2', '#447ba8', '#30638e', '#274f73', '#20405c', '#182f44'],
  gray: ['#f8f4ee', '#f2ece3', '#e9e1d6', '#e0d6c8', '#94897b', '#8a7f72', '#6a6157', '#514940', '#38322b', '#241f1a'],
  dark: ['#ebe4da', '#d6ccc0', '#b0a596', '#a1968a', '#4b443c', '#37312b', '#2a2621', '#1e1b18', '#171412', '#0f0d0b'],
} satisfies Record<string, MantineColorsTuple>;

export const PAPER = '#fbf7f1';
export const SHEET = '#fffdfa';
const INK = '#231e19';

const SINHALA_AND_TAMIL = "'Sinhala of the Device', 'Noto Sans Sinhala Variable', 'Tamil of the Device', 'Noto Sans Tamil Variable'";
const BODY = `'Figtree Variable', 'Figtree Fallback', ${SINHALA_AND_TAMIL}, system-ui, sans-serif`;
const HEADINGS = `'Source Serif 4 Variable', 'Source Serif Fallback', ${SINHALA_AND_TAMIL}, Georgia, serif`;

/** By name: an imported component would be in the first chunk. */
const field = { defaultProps: { size: 'md' } };

const FINGER = '2.75rem';

const ICON_BUTTON_VARS: Record<string, Record<string, string>> = {
  subtle: { '--ai-color': 'var(--vidya-muted)', '--ai-hover': 'var(--vidya-sunken)' },
  default: { '--ai-bd': '1px solid var(--vidya-border)', '--ai-bg': 'transparent', '--ai-hover': 'transparent' },
};

export const theme = createTheme({
  colors: PALETTE,
  primaryColor: 'teal',
  primaryShade: { light: 7, dark: 6 },
  white: SHEET,
  black: INK,
  autoContrast: true,
  luminanceThreshold: 0.18,
  cursorType: 'pointer',
  fontFamily: BODY,
  headings: {
    fontFamily: HEADINGS,
    fontWeight: '600',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: 'clamp(1.875rem, 1.5rem + 1.7vw, 2.75rem)', lineHeight: '1.15' },
      h2: { fontSize: 'clamp(1.5rem, 1.3rem + 0.9vw, 2rem)', lineHeight: '1.2' },
      h3: { fontSize: 'clamp(1.25rem, 1.15rem + 0.4vw, 1.4375rem)', lineHeight: '1.3' },
      h4: { fontSize: '1.125rem', lineHeight: '1.35' },
      h5: { fontSize: '1rem', lineHeight: '1.4' },
      h6: { fontSize: '0.9375rem', lineHeight: '1.4' },
    },
  },
  fontSizes: { xs: '0.8125rem', sm: '0.9375rem', md: '1rem', lg: '1.125rem', xl: '1.25rem' },
  lineHeights: { xs: '1.6', sm: '1.6', md: '1.6', lg: '1.6', xl: '1.6' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.25rem', xl: '2rem' },
  radius: { xs: '0.25rem', sm: '0.375rem', md: '0.625rem', lg: '1rem', xl: '1.5rem' },
  shadows: {
    xs: '0 1px 2px rgb(66 46 22 / 7%)',
    sm: '0 1px 2px rgb(66 46 22 / 6%), 0 2px 8px rgb(66 46 22 / 6%)',
    md: '0 1px 2px rgb(66 46 22 / 6%), 0 6px 18px rgb(66 46 22 / 9%)',
    lg: '0 2px 4px rgb(66 46 22 / 6%), 0 12px 32px rgb(66 46 22 / 14%)',
    xl: '0 4px 8px rgb(66 46 22 / 7%), 0 24px 56px rgb(66 46 22 / 20%)',
  },
  components: {
    ActionIcon: {
      defaultProps: { variant: 'subtle', size: FINGER, radius: 'md' },
      vars: (_theme: unknown, { variant, color }: ActionIconProps) => ({ root: (color === undefined && ICON_BUTTON_VARS[variant ?? '']) || {} }),
    },
    Alert: { defaultProps: { radius: 'md' } },
    Anchor: { defaultProps: { underline: 'always' } },
    Badge: { defaultProps: { variant: 'light', radius: 'sm', size: 'lg' } },
    Button: field,
    Card: { defaultProps: { radius: 'lg', shadow: 'xs', withBorder: true } },
    Checkbox: { defaultProps: { radius: 'xs' } },
    Container: { defaultProps: { size: 'lg' } },
    List: { defaultProps: { spacing: 'xs', listStyleType: 'disc' } },
    Menu: { defaultProps: { position: 'bottom-end', shadow: 'lg', radius: 'md', offset: 4 } },
    NativeSelect: field,
    PasswordInput: {
      defaultProps: {
        size: 'md',
        rightSectionWidth: FINGER,
        visibilityToggleFocusable: true,
        visibilityToggleButtonProps: { 'aria-label': 'Show password' },
      },
      vars: () => ({ root: { '--psi-button-size': FINGER } }),
    },
    Skeleton: { defaultProps: { radius: 'md' } },
    Textarea: { defaultProps: { size: 'md', autosize: false, rows: 4 } },
    TextInput: field,
    Modal: { defaultProps: { radius: 'lg', padding: 'lg' } },
    Popover: { defaultProps: { shadow: 'lg', radius: 'md', offset: 4 } },
    Switch: { defaultProps: { labelPosition: 'left', size: 'md', withThumbIndicator: false } },
    ThemeIcon: { defaultProps: { variant: 'light', radius: 'xl', size: 'xl' } },
    Notification: { defaultProps: { radius: 'md' } },
  },
});
