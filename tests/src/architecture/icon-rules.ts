import type { Violation } from './import-check.ts';
import type { Sources } from './sources.ts';
import { endOfTag } from './tags.ts';

/** A row of the glossary's icons: what the icon means, and what stands on the buttons that bear it. */
export type IconMeaning = { readonly icon: string; readonly meaning: string; readonly words: readonly string[] };

/** A button with an icon, and what people read on it. */
export type IconButton = { readonly icon: string; readonly label: string };

/** Icons of menu entries say which page it is, and those of the home page are chosen by an administrator. */
const named = /^web\/src\/app\/menus\/|\/home\/menu-icon\.tsx$|\.(?:test|fixture)\.tsx?$/;
const han = /[\u4e00-\u9fff]/;

/** The rows of the table below `### Icons`. */
export function iconsOf(glossary: string): IconMeaning[] {
  const section = /^### Icons$([\s\S]*?)(?=^##|$(?![\s\S]))/m.exec(glossary)?.[1] ?? '';
  return [...section.matchAll(/^\| `(Icon\w+)` \| ([^|]+) \|([^|\n]*)\|/gm)].map(
    ([, icon = '', meaning = '', words = '']) => ({
      icon,
      meaning: meaning.trim(),
      words: words
        .trim()
        .split('、')
        .filter((word) => word !== ''),
    }),
  );
}

/** All buttons of a source that bear an icon: beside their text, or instead of it, when the text is their label. */
export function iconButtons(source: string): IconButton[] {
  return [...source.matchAll(/<(Button|Menu\.Item|ActionIcon|Action)\b/g)].flatMap(({ 1: tag = '', index }) => {
    const end = endOfTag(source, index);
    const attributes = source.slice(index, end);
    const children = attributes.endsWith('/>') ? '' : source.slice(end, source.indexOf(`</${tag}>`, end));
    const [, label = ''] = /\b(?:aria-label|label)=\{?["'`]([^"'`]*)/.exec(attributes) ?? [];
    const beside = /leftSection=\{<(Icon\w+)/.exec(attributes)?.[1];
    const instead = tag.startsWith('Action') ? /(?:<|icon=\{)(Icon\w+)/.exec(attributes + children)?.[1] : undefined;
    const icon = beside ?? instead;
    const said = beside === undefined || !han.test(children) ? label : children;
    return icon === undefined || !han.test(said) ? [] : [{ icon, label: said.trim().replaceAll(/\s+/g, ' ') }];
  });
}

/** All marks and notices of a source that bear an icon, with the words that they begin with. */
export function iconMarks(source: string): IconButton[] {
  return [...source.matchAll(/<(StatusTag|StatusText|Alert|EmptyState)\b/g)].flatMap(({ 1: tag = '', index }) => {
    const end = endOfTag(source, index);
    const attributes = source.slice(index, end);
    const children = attributes.endsWith('/>') ? '' : source.slice(end, source.indexOf(`</${tag}>`, end));
    const [, icon] = /\bicon=\{<?(Icon\w+)/.exec(attributes) ?? [];
    const [, title = children] = /\btitle=\{?["'`]([^"'`]*)/.exec(attributes) ?? [];
    const [label = ''] = /^[\u4e00-\u9fff]+/.exec(title.trim()) ?? [];
    return icon === undefined || label === '' ? [] : [{ icon, label }];
  });
}

/** Words that bear one icon here and another one there, outside buttons, too. */
export function unlikeMarks(marks: readonly IconButton[]): string[] {
  return [...Map.groupBy(marks, ({ label }) => label)].flatMap(([label, those]) => {
    const icons = [...new Set(those.map(({ icon }) => icon))];
    return icons.length > 1 ? [`“${label}” bears ${icons.join(' and ')}`] : [];
  });
}

/** The icon that belongs on a button: of the word that stands first on it, the longest where several begin there. */
export function iconFor(label: string, meanings: readonly IconMeaning[]): IconMeaning | undefined {
  const said = meanings.flatMap((meaning) =>
    meaning.words
      .filter((word) => label.includes(word))
      .map((word) => ({ meaning, at: label.indexOf(word), length: word.length })),
  );
  return said.toSorted((one, other) => one.at - other.at || other.length - one.length)[0]?.meaning;
}

/** What in one source bears an icon that means something else. */
export function checkIconsOf(file: string, source: string, meanings: readonly IconMeaning[]): Violation[] {
  const known = new Set(meanings.map(({ icon }) => icon));
  const [, imported = ''] = /^import \{([^}]*)\} from '@tabler\/icons-react';$/m.exec(source) ?? [];
  const unknown = [...imported.matchAll(/(?<!type )\bIcon[A-Z]\w*/g)].filter(([icon]) => !known.has(icon));
  return [
    ...unknown.map(([icon]) => ({ rule: 'icon-meaning', file, detail: `${icon} is not in the glossary` })),
    ...iconButtons(source).flatMap(({ icon, label }) => {
      const meant = iconFor(label, meanings);
      if (meant?.icon === icon) return [];
      const detail = `“${label}” bears ${icon}; the glossary has ${meant?.icon ?? 'no icon for it'}`;
      return [{ rule: 'icon-meaning', file, detail }];
    }),
  ];
}

/** Pages whose icons mean something else than the glossary says, and rows of the glossary for what no page shows. */
export function checkIcons(sources: Sources, text: string): Violation[] {
  const meanings = iconsOf(text);
  const pages = [...sources].filter(([file]) => /^web\/src\/.*\.tsx?$/.test(file) && !named.test(file));
  const shown = pages.map(([, source]) => source).join('\n');
  const unused = meanings.filter(({ icon }) => !new RegExp(String.raw`\b${icon}\b`).test(shown));
  const repeated = meanings.filter((row, at) => meanings.findIndex(({ icon }) => icon === row.icon) !== at);
  const glossary = (icon: string, detail: string): Violation => ({
    rule: 'icon-meaning',
    file: 'docs/glossary.md',
    detail: `${icon} ${detail}`,
  });
  const unlike = unlikeMarks(pages.flatMap(([, source]) => iconMarks(source)));
  return [
    ...unlike.map((detail) => ({ rule: 'icon-meaning', file: 'web/src', detail })),
    ...pages.flatMap(([file, source]) => checkIconsOf(file, source, meanings)),
    ...unused.map(({ icon }) => glossary(icon, 'is on no page')),
    ...repeated.map(({ icon }) => glossary(icon, 'has two meanings')),
  ];
}
