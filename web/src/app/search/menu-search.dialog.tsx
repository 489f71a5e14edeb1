import { Modal } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { pinyin } from 'pinyin-pro';
import { useId, useMemo, useState, type KeyboardEvent } from 'react';
import { countMenuVisit } from '../../lib/menu-visit.ts';
import { useMayCheck } from '../../lib/session.ts';
import { openPages, type OpenPage } from '../menu.ts';
import { usePageOpener } from '../tabs/open-tabs.ts';
import { findPages, initialsOf, type Match } from './menu-match.ts';
import classes from './menu-search.module.css';
import { recentPages } from './recent-pages.ts';

type Line = { page: OpenPage & { syllables: readonly string[] }; match: Match | null };

/** Finds any page of the person's menu by Chinese, pinyin or initials; below it the pages opened last. */
export default function MenuSearchDialog({ opened, userName, onClose }: { opened: boolean; userName: string; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} withCloseButton={false} size={620} yOffset="18vh" padding={0} aria-label="搜索菜单">
      <Search userName={userName} onClose={onClose} />
    </Modal>
  );
}

function Search({ userName, onClose }: { userName: string; onClose: () => void }) {
  const may = useMayCheck();
  const open = usePageOpener();
  const id = useId();
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const pages = useMemo(() => openPages(may).map((page) => ({ ...page, syllables: pinyin(page.title, { type: 'array', toneType: 'none', v: true }) })), [may]);
  const recent = useMemo(() => recentPages(userName).flatMap((url): Line[] => pages.filter(({ path }) => path === url).map((page) => ({ page, match: null }))), [userName, pages]);
  const found: Line[] = query.trim() === '' ? pages.map((page) => ({ page, match: null })) : findPages(pages, query);
  const lines = query.trim() === '' ? [...recent, ...found] : [...found, ...recent];

  const choose = (line: Line | undefined, elsewhere: boolean) => {
    if (!line) return;
    const { key, title: name, path: url } = line.page;
    countMenuVisit({ key, name, url });
    onClose();
    if (elsewhere) window.open(url, '_blank', 'noopener');
    else open(url);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setAt((at + (event.key === 'ArrowDown' ? 1 : lines.length - 1)) % Math.max(lines.length, 1));
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      choose(lines[at], event.ctrlKey || event.metaKey);
    }
  };
  const group = (title: string, own: readonly Line[], first: number) => own.length > 0 && (
    <div role="group" aria-label={title}>
      <div className={classes['head']} aria-hidden>{title}</div>
      {own.map((line, index) => (
        <Option key={line.page.path} id={`${id}-${String(first + index)}`} line={line} chosen={first + index === at} onPoint={() => { setAt(first + index); }} onChoose={(elsewhere) => { choose(line, elsewhere); }} />
      ))}
    </div>
  );
  const recentFirst = query.trim() === '';
  return (
    <div className={classes['dialog']}>
      <div className={classes['input']}>
        <IconSearch size={18} aria-hidden />
        <input
          data-autofocus value={query} placeholder="搜索菜单，可输入汉字、拼音或首字母" aria-label="搜索菜单" role="combobox" aria-expanded aria-controls={`${id}-list`} aria-autocomplete="list"
          aria-activedescendant={lines.length > 0 ? `${id}-${String(at)}` : undefined} autoComplete="off" spellCheck={false} maxLength={40} onKeyDown={onKey}
          onChange={(event) => { setQuery(event.currentTarget.value); setAt(0); }}
        />
        <kbd>Esc</kbd>
      </div>
      <div className={classes['list']} role="listbox" id={`${id}-list`} aria-label="菜单">
        {recentFirst && group('最近打开', recent, 0)}
        {group(recentFirst ? '全部菜单' : `菜单（${String(found.length)}）`, found, recentFirst ? recent.length : 0)}
        {!recentFirst && group('最近打开', recent, found.length)}
        {!recentFirst && found.length === 0 && <p className={classes['none']} role="status">没有找到“{query.trim()}”，请换个说法，例如菜单名称的拼音首字母</p>}
      </div>
      <div className={classes['foot']}><kbd>↑</kbd><kbd>↓</kbd>选择<kbd>Enter</kbd>打开<kbd>Ctrl Enter</kbd>在新窗口打开</div>
    </div>
  );
}

function Option({ id, line: { page, match }, chosen, onPoint, onChoose }: { id: string; line: Line; chosen: boolean; onPoint: () => void; onChoose: (elsewhere: boolean) => void }) {
  const initials = initialsOf(page);
  return (
    <div
      id={id} role="option" aria-selected={chosen} tabIndex={-1} className={classes['option']} data-chosen={chosen || undefined} ref={(element) => { if (chosen) element?.scrollIntoView({ block: 'nearest' }); }}
      // The keys are those of the box above, which keeps the focus.
      onKeyDown={undefined} onMouseMove={() => { if (!chosen) onPoint(); }} onMouseDown={(event) => { event.preventDefault(); }} onClick={(event) => { onChoose(event.ctrlKey || event.metaKey); }}
    >
      <page.icon size={18} stroke={1.6} aria-hidden />
      <span className={classes['name']}><Marked text={page.title} match={match} /><small>{page.where}</small></span>
      <span className={classes['initials']} aria-hidden><Marked text={initials} match={match} /></span>
    </div>
  );
}

function Marked({ text, match }: { text: string; match: Match | null }) {
  if (match === null) return <span>{text}</span>;
  const letters = text.split('');
  return <span>{letters.slice(0, match.from).join('')}<mark>{letters.slice(match.from, match.to).join('')}</mark>{letters.slice(match.to).join('')}</span>;
}
