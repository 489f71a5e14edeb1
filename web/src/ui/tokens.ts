/** Colour tokens, light and dark. Read in CSS as `var(--jw-<name>)`; charts get them as an argument. */
const table = {
  page: ['#F3F5F8', '#0F141B'],
  surface: ['#FFFFFF', '#171D26'],
  sunken: ['#F7F9FB', '#1C2430'],
  line: ['#E1E7EE', '#2A3441'],
  'line-strong': ['#CDD5DF', '#3A4655'],
  text: ['#1B2430', '#E4E9F0'],
  'text-2': ['#55606E', '#A6B1BF'],
  'text-3': ['#66717F', '#8F9BAB'],
  ink: ['#1F4E8C', '#8AB8F5'],
  'ink-fill': ['#1F4E8C', '#4373B2'],
  'ink-soft': ['#EAF1F9', '#1B2B42'],
  chosen: ['#E6EFF9', '#1E3050'],
  hover: ['#F2F6FB', '#1E2733'],
  sidebar: ['#14233B', '#0D1520'],
  'sidebar-top': ['#0E1A2D', '#090F18'],
  'sidebar-current': ['#24406B', '#1F3A63'],
  'sidebar-text': ['#B9C6D8', '#A9B6C8'],
  'orange-text': ['#9A4A00', '#F3A95C'],
  'orange-ground': ['#FFF2E0', '#36250F'],
  'orange-edge': ['#EDB16A', '#7A5522'],
  'orange-solid': ['#D97706', '#E08A2B'],
  'orange-row': ['#FFF9F0', '#211D18'],
  'red-text': ['#B3261E', '#FF8F86'],
  'red-ground': ['#FDECEA', '#3B1C1B'],
  'red-edge': ['#EFA9A3', '#83403C'],
  'red-solid': ['#C62F26', '#E2574C'],
  'red-fill': ['#C62F26', '#B8392F'],
  'red-fill-hover': ['#B3261E', '#C7463B'],
  'red-row': ['#FFF6F5', '#251A1E'],
  'green-text': ['#1B6E3C', '#71CC93'],
  'green-ground': ['#E8F5EC', '#142E20'],
  'green-edge': ['#9CD0AF', '#2F6646'],
  'green-solid': ['#2E8B57', '#3FA66B'],
  'blue-text': ['#1D5FB4', '#8AB8F5'],
  'blue-ground': ['#E6F0FC', '#16294A'],
  'blue-edge': ['#A5C6EF', '#2F5388'],
  'blue-solid': ['#2F78D0', '#4E8FE0'],
  'grey-text': ['#55606E', '#A6B1BF'],
  'grey-ground': ['#EEF1F4', '#252E3A'],
  'grey-edge': ['#CDD5DF', '#3A4655'],
  'grey-solid': ['#8492A4', '#76859A'],
  badge: ['#C62F26', '#C62F26'],
  c1: ['#2F5F9F', '#5F93D6'],
  c2: ['#1F7A71', '#46AFA3'],
  c3: ['#8C6D46', '#BC9A6E'],
  c4: ['#7D5A94', '#A986C2'],
  c5: ['#6B7C93', '#8A9BB2'],
  c6: ['#9FB8D9', '#3F5F8C'],
  'c1-label': ['#FFFFFF', '#0B1016'],
} as const satisfies Record<string, readonly [light: string, dark: string]>;

export type TokenName = keyof typeof table;
/**
 * Meaning of a colour: orange = somebody must act, and this page is where, red = wrong, refused or destructive, green =
 * done or in force, blue = on its way, grey = over or not begun. The glossary lists what is orange, and who must act.
 */
export type Tone = 'orange' | 'red' | 'green' | 'blue' | 'grey';

/** A tone for every one of these codes. */
export type TonesOf<Codes extends Readonly<Record<string, string>>> = Record<Codes[keyof Codes], Tone>;

/** One colour scheme's tokens by name. */
export function tokensOf(scheme: 'light' | 'dark'): Record<TokenName, string> {
  return Object.fromEntries(
    Object.entries(table).map(([name, pair]) => [name, pair[scheme === 'light' ? 0 : 1]]),
  ) as Record<TokenName, string>;
}

/** One colour scheme's tokens as CSS variables. */
export function tokenVariables(scheme: 'light' | 'dark'): Record<string, string> {
  return Object.fromEntries(Object.entries(tokensOf(scheme)).map(([name, value]) => [`--jw-${name}`, value]));
}

export const FONT =
  '"PingFang SC", "Microsoft YaHei", "Noto Sans SC", "Noto Sans CJK SC", "Source Han Sans SC", sans-serif';
