import { Modal } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import {
  startTransition,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
} from 'react';
import { countMenuVisit } from '../../lib/menu-visit.ts';
import { ownModules } from '../../lib/permission-list.ts';
import { useMayCheck } from '../../lib/session.ts';
import { useTopmost } from '../../ui/open-dialogs.ts';
import { openPages, type OpenPage } from '../menu.ts';
import { usePageOpener } from '../tabs/open-tabs.ts';
import { findPages, initialsOf, type Match } from './menu-match.ts';
import classes from './menu-search.module.css';
import { recentPages } from './recent-pages.ts';

type Line = { page: OpenPage & { syllables: readonly string[] }; match: Match | null };

/**
 * Finds any page of the person's menu by Chinese, pinyin or initials; below it the pages opened last. It is there, with
 * the keyboard in its box, before the next key: only the dictionary of pinyin is fetched, at the first search.
 */
export function MenuSearchDialog({
  opened,
  userName,
  onClose,
}: {
  opened: boolean;
  userName: string;
  onClose: () => void;
}) {
  const topmost = useTopmost(opened);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      closeOnEscape={topmost}
      withCloseButton={false}
      size={620}
      // The window does not scroll; to lock it would have the browser compute all styles of the page behind.
      lockScroll={false}
      yOffset="18vh"
      padding={0}
      transitionProps={{ duration: 0 }}
      // On the content: the box around it is there while the dialog is closed, and has no role that could bear a name.
      attributes={{ content: { 'aria-label': '搜索菜单' } }}
    >
      <Search userName={userName} onClose={onClose} />
    </Modal>
  );
}

/** More lines than the dialog is high: the others follow once these are seen. */
const LINES_AT_ONCE = 12;

type Pinyin = (title: string) => readonly string[];
const noPinyin: Pinyin = () => [];

/**
 * The pinyin of titles; null until its dictionary is there. Without it (the line is down) pages are found by Chinese
 * alone.
 */
function usePinyin(): Pinyin | null {
  const [found, setFound] = useState<Pinyin | null>(null);
  useEffect(() => {
    let left = false;
    import('./syllables.ts')
      .then(
        ({ syllablesOf }) => syllablesOf,
        () => noPinyin,
      )
      .then(
        (next) => {
          // The palette is painted first: all titles are looked up in it.
          if (!left)
            startTransition(() => {
              setFound(() => next);
            });
        },
        () => undefined,
      );
    return () => {
      left = true;
    };
  }, []);
  return found;
}

function Search({ userName, onClose }: { userName: string; onClose: () => void }) {
  const may = useMayCheck();
  const open = usePageOpener();
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState('');
  /** The line that was walked to; null: the first that was found. */
  const [walked, setWalked] = useState<number | null>(null);
  /** Enter was pressed before the dictionary was there: it opens what is found then. */
  const [entered, setEntered] = useState<{ elsewhere: boolean } | null>(null);
  const pinyin = usePinyin();
  const pages = useMemo(
    () => openPages(may, ownModules()).map((page) => ({ ...page, syllables: (pinyin ?? noPinyin)(page.title) })),
    [may, pinyin],
  );
  const recent = useMemo(
    () =>
      recentPages(userName).flatMap((url): Line[] =>
        pages.filter(({ path }) => path === url).map((page) => ({ page, match: null })),
      ),
    [userName, pages],
  );
  const recentFirst = query.trim() === '';
  const found: Line[] = recentFirst ? pages.map((page) => ({ page, match: null })) : findPages(pages, query);
  const lines = recentFirst ? [...recent, ...found] : [...found, ...recent];
  // What was not found is not answered by some other page, unless one walks there.
  const at = walked ?? (recentFirst || found.length > 0 ? 0 : -1);

  const choose = (line: Line | undefined, elsewhere: boolean) => {
    if (!line) return;
    const { key, title: name, path: url } = line.page;
    countMenuVisit({ key, name, url });
    onClose();
    if (elsewhere) window.open(url, '_blank', 'noopener');
    else open(url);
  };
  useEffect(() => {
    box.current?.focus();
  }, []);
  const answer = useEffectEvent(() => {
    if (entered !== null) choose(lines[at], entered.elsewhere);
  });
  useEffect(() => {
    if (pinyin !== null) answer();
  }, [pinyin]);
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setWalked((event.key === 'ArrowDown' ? at + 1 : Math.max(at, 0) + lines.length - 1) % Math.max(lines.length, 1));
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      const elsewhere = event.ctrlKey || event.metaKey;
      if (pinyin === null && found.length === 0) setEntered({ elsewhere });
      else choose(lines[at], elsewhere);
    }
  };
  const whole = useDeferredValue(true, false);
  const group = (title: string, own: readonly Line[], first: number) =>
    own.length > 0 && (
      <div role="group" aria-label={title}>
        <div className={classes['head']} aria-hidden>
          {title}
        </div>
        {(whole ? own : own.slice(0, Math.max(0, LINES_AT_ONCE - first))).map((line, index) => (
          <Option
            key={line.page.path}
            id={`${id}-${String(first + index)}`}
            line={line}
            chosen={first + index === at}
            walkedTo={first + index === walked}
            onPoint={() => {
              setWalked(first + index);
            }}
            onChoose={(elsewhere) => {
              choose(line, elsewhere);
            }}
          />
        ))}
      </div>
    );
  return (
    <div className={classes['dialog']}>
      <div className={classes['input']}>
        <IconSearch size={18} aria-hidden />
        <input
          ref={box}
          data-autofocus
          value={query}
          placeholder="搜索菜单，可输入汉字、拼音或首字母"
          aria-label="搜索菜单"
          role="combobox"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={lines[at] ? `${id}-${String(at)}` : undefined}
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
          onKeyDown={onKey}
          onChange={(event) => {
            setQuery(event.currentTarget.value);
            setWalked(null);
            setEntered(null);
          }}
        />
        <kbd>Esc</kbd>
      </div>
      <div className={classes['list']} role="listbox" id={`${id}-list`} aria-label="菜单">
        {recentFirst && group('最近打开', recent, 0)}
        {group(recentFirst ? '全部菜单' : `菜单（${String(found.length)}）`, found, recentFirst ? recent.length : 0)}
        {!recentFirst && group('最近打开', recent, found.length)}
        {!recentFirst && found.length === 0 && (
          <p className={classes['none']} role="status">
            {pinyin === null ? '正在查找…' : `没有找到“${query.trim()}”，请换个说法，例如菜单名称的拼音首字母`}
          </p>
        )}
      </div>
      <div className={classes['foot']}>
        <kbd>↑</kbd>
        <kbd>↓</kbd>选择<kbd>Enter</kbd>打开<kbd>Ctrl Enter</kbd>在新窗口打开
      </div>
    </div>
  );
}

function Option({
  id,
  line: { page, match },
  chosen,
  walkedTo,
  onPoint,
  onChoose,
}: {
  id: string;
  line: Line;
  chosen: boolean;
  walkedTo: boolean;
  onPoint: () => void;
  onChoose: (elsewhere: boolean) => void;
}) {
  const initials = initialsOf(page);
  return (
    <div
      id={id}
      role="option"
      aria-selected={chosen}
      tabIndex={-1}
      className={classes['option']}
      data-chosen={chosen || undefined}
      ref={(element) => {
        if (walkedTo) element?.scrollIntoView({ block: 'nearest' });
      }}
      // The keys are those of the box above, which keeps the focus.
      onKeyDown={undefined}
      onMouseMove={() => {
        if (!chosen) onPoint();
      }}
      onMouseDown={(event) => {
        event.preventDefault();
      }}
      onClick={(event) => {
        onChoose(event.ctrlKey || event.metaKey);
      }}
    >
      <page.icon size={18} stroke={1.6} aria-hidden />
      <span className={classes['name']}>
        <Marked text={page.title} match={match} />
        <small>{page.where}</small>
      </span>
      <span className={classes['initials']} aria-hidden>
        <Marked text={initials} match={match} />
      </span>
    </div>
  );
}

function Marked({ text, match }: { text: string; match: Match | null }) {
  if (match === null) return <span>{text}</span>;
  const letters = text.split('');
  return (
    <span>
      {letters.slice(0, match.from).join('')}
      <mark>{letters.slice(match.from, match.to).join('')}</mark>
      {letters.slice(match.to).join('')}
    </span>
  );
}
