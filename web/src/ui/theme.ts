import {
  createTheme,
  type ButtonProps,
  type CheckboxProps,
  type ComboboxProps,
  type CSSVariablesResolver,
  type InputProps,
  type MenuProps,
  type MantineColorsTuple,
  type ModalProps,
  type RadioProps,
  type SelectProps,
  type TooltipProps,
} from '@mantine/core';
import { drawOptions } from './draw-options.ts';
import { FONT, tokensOf, tokenVariables } from './tokens.ts';

const ink: MantineColorsTuple = [
  '#EAF1F9',
  '#D3E1F1',
  '#AEC8E6',
  '#8AB8F5',
  '#5F93D6',
  '#4373B2',
  '#2F5F9F',
  '#1F4E8C',
  '#1A4278',
  '#14233B',
];
/** 0 text, 3 placeholder, 4 border, 6 inputs and menus, 7 surface. */
const dark: MantineColorsTuple = [
  '#E4E9F0',
  '#C3CCD8',
  '#A6B1BF',
  '#8F9BAB',
  '#3A4655',
  '#2A3441',
  '#1C2430',
  '#171D26',
  '#0F141B',
  '#0B1016',
];

/** The theme: 14 px, small radii, thin lines, one accent. */
export const theme = createTheme({
  primaryColor: 'ink',
  primaryShade: { light: 7, dark: 5 },
  colors: { ink, dark },
  fontFamily: FONT,
  headings: { fontFamily: FONT, fontWeight: '600' },
  fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '15px', xl: '18px' },
  radius: { xs: '3px', sm: '4px', md: '6px', lg: '8px', xl: '12px' },
  defaultRadius: 'sm',
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '20px', xl: '24px' },
  shadows: {
    xs: 'none',
    sm: 'none',
    md: '0 4px 16px rgb(15 30 55 / 14%)',
    lg: '0 8px 24px rgb(15 30 55 / 16%)',
    xl: '0 16px 48px rgb(15 30 55 / 24%)',
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Plain objects: naming the components themselves would load them all with the first page.
  components: {
    Input: {
      vars: (_theme: unknown, props: InputProps) =>
        props.size === 'lg'
          ? { wrapper: { '--input-height': '44px', '--input-fz': '15px' } }
          : props.size === 'xs'
            ? { wrapper: { '--input-height': '28px', '--input-fz': '13px' } }
            : { wrapper: { '--input-height': '32px', '--input-fz': '14px' } },
    },
    Button: {
      defaultProps: { fw: 500 },
      vars: (_theme: unknown, props: ButtonProps) =>
        props.size === 'lg'
          ? { root: { '--button-height': '44px', '--button-fz': '16px' } }
          : // Compact ones stand in rows and sentences.
            String(props.size).startsWith('compact')
            ? {
                root: {
                  '--button-height': '26px',
                  '--button-fz': props.size === 'compact-xs' ? '13px' : '14px',
                  '--button-padding-x': '8px',
                },
              }
            : props.size === 'xs'
              ? { root: { '--button-height': '28px', '--button-fz': '13px', '--button-padding-x': '10px' } }
              : { root: { '--button-height': '32px', '--button-fz': '14px', '--button-padding-x': '14px' } },
    },
    Modal: {
      defaultProps: {
        radius: 'lg',
        centered: true,
        closeButtonProps: { 'aria-label': '关闭' },
        transitionProps: { duration: 120 },
      } satisfies Partial<ModalProps>,
      styles: { title: { fontSize: 16, fontWeight: 600 } },
    },
    // The placeholder that takes the first focus would be a child of the menu that is no item: the first item takes it.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } satisfies Partial<MenuProps> },
    Tooltip: {
      defaultProps: { openDelay: 250, withArrow: true, multiline: true, maw: 420 } satisfies Partial<TooltipProps>,
    },
    // A closed list has no options: a page would draw them all, hidden, and place each list before it is painted.
    Combobox: { defaultProps: { keepMounted: false } satisfies Partial<ComboboxProps> },
    Select: { defaultProps: { onDropdownOpen: drawOptions } satisfies Partial<SelectProps> },
    MultiSelect: { defaultProps: { onDropdownOpen: drawOptions } },
    Cascader: { defaultProps: { onDropdownOpen: drawOptions } },
    Checkbox: { defaultProps: { size: 'xs', radius: 'xs' } satisfies CheckboxProps },
    Radio: { defaultProps: { size: 'xs' } satisfies RadioProps },
  },
});

/** Puts the tokens under Mantine's own variables, for both colour schemes. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: schemeVariables('light'),
  dark: schemeVariables('dark'),
});

function schemeVariables(scheme: 'light' | 'dark'): Record<string, string> {
  const token = tokensOf(scheme);
  return {
    ...tokenVariables(scheme),
    '--mantine-color-body': token.surface,
    '--mantine-color-text': token.text,
    '--mantine-color-dimmed': token['text-2'],
    '--mantine-color-placeholder': token['text-3'],
    '--mantine-color-default-border': token['line-strong'],
    '--mantine-color-default-hover': token.hover,
    '--mantine-color-error': token['red-text'],
    '--mantine-color-anchor': token.ink,
    '--mantine-color-disabled': token['grey-ground'],
    '--mantine-color-disabled-color': token['grey-solid'],
    '--mantine-color-ink-filled': token['ink-fill'],
    '--mantine-color-ink-text': token.ink,
    '--mantine-color-ink-light': token['ink-soft'],
    '--mantine-color-ink-light-hover': token.chosen,
    '--mantine-color-ink-light-color': token.ink,
    '--mantine-color-ink-outline': token.ink,
    '--mantine-color-red-filled': token['red-fill'],
    '--mantine-color-red-filled-hover': token['red-fill-hover'],
    '--mantine-color-red-outline': token['red-text'],
    '--mantine-color-red-text': token['red-text'],
    '--mantine-color-red-light': token['red-ground'],
    '--mantine-color-red-light-color': token['red-text'],
    '--mantine-color-gray-light': token['grey-ground'],
    '--mantine-color-gray-light-color': token['grey-text'],
    '--mantine-color-orange-light': token['orange-ground'],
    '--mantine-color-orange-light-color': token['orange-text'],
  };
}
