import { describe, expect, it } from 'vitest';
import { afterClosing, closedBy, TAB_LIMIT, withTab, type Tab } from './tabs.model.ts';
import { createTabs, TABS_KEY } from './tabs.store.ts';

const tab = (name: string, more: Partial<Tab> = {}): Tab => ({
  name,
  url: `/m/${name}`,
  title: name,
  search: '',
  closePage: true,
  ...more,
});
const names = (tabs: readonly Tab[]) => tabs.map(({ name }) => name).join('');
const abcd = ['a', 'b', 'c', 'd'].map((name) => tab(name));

function storage(start: Record<string, string> = {}) {
  const values = new Map(Object.entries(start));
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => {
      values.set(key, value);
    },
  };
}

describe('open tabs', () => {
  it('SHELL-70, SHELL-71: fifteen at most; one more drops the oldest', () => {
    const full = Array.from({ length: TAB_LIMIT }, (_, index) => tab(`t${String(index)}`));
    expect(TAB_LIMIT).toBe(15);
    const more = withTab(full, tab('new'));
    expect([more.length, more[0]?.name, more.at(-1)?.name]).toEqual([15, 't1', 'new']);
    expect(withTab(full, tab('new'), ({ name }) => name !== 't0')[0]?.name, 'the oldest with unsaved work stays').toBe(
      't0',
    );
  });

  it('an address is open once; its search part follows', () => {
    expect(withTab(abcd, tab('b'))).toBe(abcd);
    expect(withTab(abcd, tab('b', { search: '?tab=1' }))[1]).toEqual(tab('b', { search: '?tab=1' }));
  });

  it('SHELL-73, SHELL-74, SHELL-78: what each choice closes', () => {
    expect(names(closedBy(abcd, '/m/b', 'current'))).toBe('b');
    expect(names(closedBy(abcd, '/m/b', 'others'))).toBe('acd');
    expect(names(closedBy(abcd, '/m/b', 'left'))).toBe('a');
    expect(names(closedBy(abcd, '/m/b', 'right'))).toBe('cd');
    expect(names(closedBy(abcd, '/m/b', 'all'))).toBe('abcd');
    expect(names(closedBy([tab('a', { closePage: false }), tab('b')], '/m/b', 'all'))).toBe('b');
  });

  it('SHELL-75: closing the active tab goes to the right neighbour, at the end to the left one', () => {
    const [a, b, c, d] = abcd as [Tab, Tab, Tab, Tab];
    expect(afterClosing(abcd, [b], b.url)).toBe(c);
    expect(afterClosing(abcd, [d], d.url)).toBe(c);
    expect(afterClosing(abcd, [b, c, d], c.url)).toBe(a);
    expect(afterClosing(abcd, [a], b.url), 'another one').toBeUndefined();
    expect(afterClosing(abcd, abcd, b.url), 'all').toBeNull();
  });

  it('SHELL-77, SHELL-79: they are kept in session storage with name, url, title, search and closePage', () => {
    const window = storage();
    createTabs(window).open(tab('a', { search: '?x=1' }));
    expect(JSON.parse(window.getItem(TABS_KEY) ?? '')).toEqual([
      { name: 'a', url: '/m/a', title: 'a', search: '?x=1', closePage: true },
    ]);
    expect(names(createTabs(window).get().tabs)).toBe('a');
    expect(createTabs(storage({ [TABS_KEY]: '[{"url":"javascript:alert(1)"}]' })).get().tabs).toEqual([]);
    expect(createTabs(storage({ [TABS_KEY]: '{' })).get().tabs).toEqual([]);
  });

  it('what is unsaved is forgotten with its tab and with a refresh, not when the page is hidden', () => {
    const tabs = createTabs(storage());
    for (const each of abcd) tabs.open(each);
    for (const name of ['a', 'b', 'c']) tabs.setUnsaved(`/m/${name}`, true);
    tabs.close([abcd[0] as Tab]);
    tabs.refresh('/m/b');
    expect([...tabs.get().unsaved]).toEqual(['/m/c']);
    expect(tabs.get().rounds['/m/b']).toBe(1);
  });
});
