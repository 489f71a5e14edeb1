import { Button } from '@mantine/core';
import type { Column } from './table-column.ts';
import classes from './column-settings.module.css';
import type { HeadSorting } from './list-sorting.ts';
import { sortIcons } from './table-head.tsx';

/** A list whose rows stand as cards, which have no head to press: what they say, and how they are sorted by it. */
export type SortedCards<Row> = { readonly columns: readonly Column<Row>[]; readonly sorting: HeadSorting<Row> };

const orderNames = { ascending: '升序', descending: '降序', none: '' } as const;

/** The columns that cards can be sorted by now, with the order of each. */
function sortableOf<Row>({ columns, sorting }: SortedCards<Row>) {
  return columns.flatMap((column) => {
    const order = sorting.of(column);
    if (order === null || typeof column.title !== 'string') return [];
    const turn = () => {
      sorting.turn(column);
    };
    return [{ key: column.key, title: column.title, order, turn }];
  });
}

/** By what the cards are sorted, where somebody sorted them; a press turns it. */
export function SortedBy<Row>(cards: SortedCards<Row>) {
  const now = sortableOf(cards).find(({ order }) => order !== 'none');
  if (now === undefined) return null;
  const Icon = sortIcons[now.order];
  return (
    <Button
      variant="default"
      className={classes['sortedBy'] ?? ''}
      aria-label={`排序：${now.title}${orderNames[now.order]}`}
      rightSection={<Icon size={16} aria-hidden />}
      onClick={now.turn}
    >
      {now.title}
    </Button>
  );
}

/** 排序 of cards: a press on a column does what one on its head does. */
export function CardSort<Row>(cards: SortedCards<Row>) {
  const sortable = sortableOf(cards);
  if (sortable.length === 0) return null;
  return (
    <div className={classes['root']}>
      <header className={classes['head']}>排序</header>
      <section className={classes['sorts']} aria-label="可排序的列">
        {sortable.map(({ key, title, order, turn }) => {
          const Icon = sortIcons[order];
          return (
            <button key={key} type="button" className={classes['sort']} data-order={order} onClick={turn}>
              {title}
              <span className={classes['order']}>{orderNames[order]}</span>
              <Icon size={16} aria-hidden />
            </button>
          );
        })}
      </section>
    </div>
  );
}
