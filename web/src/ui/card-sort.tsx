import { Button, Popover } from '@mantine/core';
import type { Column } from './table-column.ts';
import classes from './column-settings.module.css';
import type { HeadSorting } from './list-sorting.ts';
import { sortIcons } from './table-head.tsx';

const orderNames = { ascending: '升序', descending: '降序', none: '' } as const;

/**
 * 排序 of a list whose rows stand as cards, which have no head to press: it says how the list is sorted, and a press on
 * a column does what one on its head does.
 */
export function CardSort<Row>({ columns, sorting }: { columns: readonly Column<Row>[]; sorting: HeadSorting<Row> }) {
  const sortable = columns.flatMap((column) => {
    const order = sorting.of(column);
    return order === null || typeof column.title !== 'string' ? [] : [{ column, title: column.title, order }];
  });
  if (sortable.length === 0) return null;
  const now = sortable.find(({ order }) => order !== 'none');
  const NowIcon = sortIcons[now?.order ?? 'none'];
  return (
    <Popover position="bottom-end" width={240} shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          className={classes['sortTool'] ?? ''}
          aria-label={now === undefined ? '排序' : `排序：${now.title}${orderNames[now.order]}`}
          rightSection={<NowIcon size={16} aria-hidden />}
        >
          {now?.title}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={0}>
        <div className={classes['root']}>
          <header className={classes['head']}>排序</header>
          <section className={classes['group']} aria-label="可排序的列">
            {sortable.map(({ column, title, order }) => {
              const Icon = sortIcons[order];
              return (
                <button
                  key={column.key}
                  type="button"
                  className={classes['sort']}
                  data-order={order}
                  onClick={() => {
                    sorting.turn(column);
                  }}
                >
                  {title}
                  <span className={classes['order']}>{orderNames[order]}</span>
                  <Icon size={16} aria-hidden />
                </button>
              );
            })}
          </section>
          <footer className={classes['foot']}>再按一次改为降序，第三次恢复原来的顺序</footer>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
