import type { CurrentUserView } from '@jwxt/contracts/session/session.operations.ts';
import { Button, Switch } from '@mantine/core';
import { Fragment } from 'react';
import { useMay } from '../lib/session.ts';
import { useSingleKeys } from '../lib/single-keys.ts';
import { Dialog } from '../ui/dialog.tsx';
import classes from './keyboard-help.module.css';

/** Keys that are pressed together stand in one list; lists are other ways to the same. */
type Shortcut = { readonly ways: readonly (readonly string[])[]; readonly does: string };
type Group = { readonly title: string; readonly shortcuts: readonly Shortcut[] };

/** Of everybody. */
const everywhere: readonly Shortcut[] = [
  { ways: [['?']], does: '查看快捷键' },
  { ways: [['Esc']], does: '关闭对话框' },
];
const search: Shortcut = { ways: [['Ctrl', 'K']], does: '搜索并打开页面' };
const lists: Group = {
  title: '列表',
  shortcuts: [
    { ways: [['j'], ['↓']], does: '下一行' },
    { ways: [['k'], ['↑']], does: '上一行' },
    { ways: [['Home'], ['End']], does: '首行、末行' },
    { ways: [['Enter']], does: '打开这一行' },
    { ways: [['空格']], does: '选择或取消选择' },
    { ways: [['Ctrl', 'C']], does: '复制整行' },
  ],
};
const approval: Group = {
  title: '审批',
  shortcuts: [{ ways: [['Ctrl', 'Enter']], does: '在审批意见中提交审批' }],
};
const tabs: Group = {
  title: '标签页',
  shortcuts: [
    { ways: [['←'], ['→']], does: '上一个、下一个标签' },
    { ways: [['Delete']], does: '关闭标签' },
    { ways: [['Shift', 'F10']], does: '标签菜单' },
  ],
};
const entry: Group = {
  title: '成绩录入',
  shortcuts: [
    { ways: [['Enter'], ['Shift', 'Enter']], does: '下一行、上一行' },
    { ways: [['Tab'], ['Shift', 'Tab']], does: '下一格、上一格' },
    { ways: [['Ctrl', '↑↓←→']], does: '换格，下拉框中也可以' },
    { ways: [['PageUp'], ['PageDown']], does: '上、下移动 10 行' },
    {
      ways: [
        ['Ctrl', 'Home'],
        ['Ctrl', 'End'],
      ],
      does: '首行、末行',
    },
    { ways: [['Shift', '↑↓←→']], does: '选择一片格子' },
    { ways: [['Ctrl', 'D']], does: '向下填充' },
    { ways: [['Delete']], does: '清空选中的格子' },
    { ways: [['F2']], does: '在原内容上修改' },
    { ways: [['Esc']], does: '放弃这一格的输入' },
    {
      ways: [
        ['Ctrl', 'Z'],
        ['Ctrl', 'Y'],
      ],
      does: '撤销、重做',
    },
    { ways: [['Ctrl', 'S']], does: '立即保存' },
  ],
};

/** 快捷键: what the keyboard does, of the pages that the person has; and whether single keys do something at all. */
export function KeyboardHelpDialog({ user, onClose }: { user: CurrentUserView; onClose: () => void }) {
  const [single, setSingle] = useSingleKeys();
  const approves = useMay('system:approve');
  const enters = useMay('scoreEntry:save');
  const student = user.kind === 'student';
  const groups: readonly Group[] = [
    { title: '通用', shortcuts: student ? everywhere : [search, ...everywhere] },
    lists,
    ...(approves ? [approval] : []),
    ...(student ? [] : [tabs]),
    ...(enters ? [entry] : []),
  ];
  return (
    <Dialog
      opened
      onClose={onClose}
      width={720}
      title="快捷键"
      zIndex={400}
      footerNote={
        <Switch
          label="启用单键（j、k、?）"
          checked={single}
          onChange={(event) => {
            setSingle(event.currentTarget.checked);
          }}
        />
      }
      footer={
        <Button variant="default" data-autofocus onClick={onClose}>
          关闭
        </Button>
      }
    >
      <div className={classes['groups']}>
        {groups.map(({ title, shortcuts }) => (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            <dl>
              {shortcuts.map(({ ways, does }) => (
                <div key={does}>
                  <dt>{does}</dt>
                  <dd>
                    {ways.map((keys, at) => (
                      <Fragment key={keys.join()}>
                        {at > 0 && ' / '}
                        {keys.map((key) => (
                          <kbd key={key}>{key}</kbd>
                        ))}
                      </Fragment>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
