import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { keepListSetting, useListSetting, VIEWS_A_LIST, type SavedView } from '../lib/list-settings.ts';
import { usePageAddress } from '../lib/page-address.ts';
import classes from './column-settings.module.css';

/** What of an address belongs to a view: all but where in the list one is. */
function kept(search: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(search)
      .filter(([field, value]) => field !== 'pageNo' && value !== undefined && value !== null && value !== '')
      .map(([field, value]) => [field, String(value).slice(0, 200)]),
  );
}

/** 我的视图: filter, sort and columns of a list under a name, shown again by one click. */
export function SavedViews({ name, onClose }: { name: string; onClose: () => void }) {
  const setting = useListSetting(name);
  const { search, restart } = usePageAddress();
  const [called, setCalled] = useState('');
  const [error, setError] = useState<string | null>(null);
  const views = setting?.views ?? [];
  const show = ({ search: wanted, choices }: SavedView) => {
    keepListSetting(name, ({ choices: _old, ...rest }) => (choices === null ? rest : { ...rest, choices }));
    onClose();
    restart(wanted);
  };
  const save = () => {
    const title = called.trim();
    const others = views.filter((view) => view.name !== title);
    if (title === '') setError('请输入视图名称');
    else if (others.length >= VIEWS_A_LIST) setError(`最多保存 ${String(VIEWS_A_LIST)} 个视图`);
    else {
      const view: SavedView = { name: title, search: kept(search), choices: setting?.choices ?? null };
      keepListSetting(name, (old) => ({ ...old, views: [...others, view] }));
      setCalled('');
      setError(null);
    }
  };
  return (
    <div className={classes['root']}>
      <header className={classes['head']}>我的视图</header>
      <section className={classes['group']} aria-label="已保存的视图">
        {views.length === 0 && <p className={classes['none']}>还没有保存的视图</p>}
        {views.map((view) => (
          <div key={view.name} className={classes['line']}>
            <button
              type="button"
              className={classes['view']}
              onClick={() => {
                show(view);
              }}
            >
              {view.name}
            </button>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={22}
              aria-label={`删除视图${view.name}`}
              onClick={() => {
                keepListSetting(name, (old) => ({ ...old, views: views.filter((each) => each !== view) }));
              }}
            >
              <IconTrash size={14} />
            </ActionIcon>
          </div>
        ))}
      </section>
      <form
        className={classes['save']}
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          save();
        }}
      >
        <TextInput
          size="xs"
          aria-label="视图名称"
          placeholder="为当前条件、排序和列命名"
          maxLength={20}
          value={called}
          error={error}
          onChange={(event) => {
            setCalled(event.currentTarget.value);
            setError(null);
          }}
        />
        <Button size="xs" type="submit">
          保存
        </Button>
      </form>
    </div>
  );
}
