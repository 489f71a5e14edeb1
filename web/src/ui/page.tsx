import {
  startTransition,
  useCallback,
  useContext,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type ReactNode,
} from 'react';
import { usePageTitle } from '../lib/page-address.ts';
import { CardSlotContext, type CardSlot } from './card-slot.ts';
import classes from './page.module.css';
import { wholeDates } from './whole-dates.tsx';

export type PageProps = {
  /** Title of the page's tab and of the browser's, and of the page for those who do not see it. */
  title: string;
  children: ReactNode;
  /** The page is exactly as high as the window and its cards scroll inside; otherwise the page grows. Default true. */
  fill?: boolean;
};

/** One page inside the shell: cards below each other, 12 apart. */
export function Page({ title, children, fill = true }: PageProps) {
  usePageTitle(title);
  return (
    <div className={classes['page']} data-fill={fill || undefined}>
      <h1 className="jw-visually-hidden">{title}</h1>
      {children}
    </div>
  );
}

export type CardProps = {
  title?: ReactNode;
  /** After the title, small. */
  note?: ReactNode;
  /** Right end of the title line. */
  actions?: ReactNode;
  children?: ReactNode;
  /** Takes the height that is left on a `fill` page and scrolls inside. */
  grow?: boolean;
  /** No padding inside, for tables. */
  flush?: boolean;
  style?: CSSProperties;
};

/** A surface with an optional title line (44 high). */
export function Card({ title, note, actions, children, grow, flush, style }: CardProps) {
  const [inHead, setInHead] = usePlace();
  const slot = useCardSlot(inHead, grow === true);
  return (
    <section className={classes['card']} data-grow={grow || undefined} data-full={slot.full || undefined} style={style}>
      {(title !== undefined || actions !== undefined) && (
        <header className={classes['head']}>
          <h2 className={classes['title']}>{title}</h2>
          {note !== undefined && <span className={classes['note']}>{wholeDates(note)}</span>}
          <span className={classes['actions']} data-waits={inHead === null || undefined}>
            {actions}
            <span ref={setInHead} className={classes['tools']} />
          </span>
        </header>
      )}
      <div className={classes['body']} data-flush={flush || undefined}>
        <CardSlotContext value={slot}>{children}</CardSlotContext>
      </div>
    </section>
  );
}

/**
 * A place for tools. A page that is hidden in its tab gives its places back and takes them again when it is shown: what
 * stands in them stays meanwhile, and goes with a place that is really gone.
 */
function usePlace(): [HTMLElement | null, (place: HTMLElement | null) => void] {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const last = useRef<HTMLElement | null>(null);
  const offer = useCallback((next: HTMLElement | null) => {
    const left = last.current;
    if (next !== null) {
      last.current = next;
      startTransition(() => {
        setPlace(next);
      });
    } else if (left !== null)
      queueMicrotask(() => {
        if (!left.isConnected) setPlace((now) => (now === left ? null : now));
      });
  }, []);
  return [place, offer];
}

function useCardSlot(inHead: HTMLElement | null, grows: boolean): CardSlot {
  const [inToolbar, offer] = usePlace();
  const [tables, setTables] = useState<readonly string[]>([]);
  const [full, setFull] = useState(false);
  // A page that is hidden in its tab leaves, and comes back: what stands in the head stays there meanwhile.
  const present = useRef(new Set<string>());
  const enter = useCallback((id: string) => {
    const here = present.current;
    here.add(id);
    startTransition(() => {
      setTables((all) => (all.includes(id) ? all : [...all.filter((each) => here.has(each)), id]));
    });
    return () => {
      here.delete(id);
      if (here.size > 0) setTables((all) => all.filter((each) => each !== id));
    };
  }, []);
  const place = inToolbar ?? inHead;
  const owner = tables[0] ?? null;
  return useMemo(
    () => ({ place, offer, owner, enter, grows, full, setFull }),
    [place, offer, owner, enter, grows, full],
  );
}

/** The strip on top of a page that says what matters first: figures left to right, with lines between. */
export function Headline({ children, actions }: { children: ReactNode; actions?: ReactNode }) {
  return (
    <section className={classes['headline']}>
      {children}
      <span className={classes['actions']}>{actions}</span>
    </section>
  );
}

interface FigureProps {
  value: ReactNode;
  label: ReactNode;
  tone?: 'red' | 'ink' | 'green' | 'orange';
  lead?: boolean;
  filter?: { on: boolean; onToggle: () => void };
}

/**
 * One figure of a headline: 24 px, or 32 when `lead`. With `filter` a button that shows in the list what it counts, and
 * all again.
 */
export function Figure({ value, label, tone, lead, filter }: FigureProps) {
  const content = (
    <>
      <span className={classes['value']} data-tone={tone} data-lead={lead || undefined}>
        {value}
      </span>
      <span className={classes['label']}>{label}</span>
    </>
  );
  return filter ? (
    <button type="button" className={classes['figure']} aria-pressed={filter.on} onClick={filter.onToggle}>
      {content}
    </button>
  ) : (
    <div className={classes['figure']}>{content}</div>
  );
}

/** The line above a table: buttons left, notes right, and at its end the tools of the table. 48 high. */
export function Toolbar({ children, right }: { children?: ReactNode; right?: ReactNode }) {
  const slot = useContext(CardSlotContext);
  return (
    <div className={classes['toolbar']}>
      {children}
      <span className={classes['actions']} data-waits={slot?.place === null || undefined}>
        {right}
        <span ref={slot?.offer} className={classes['tools']} />
      </span>
    </div>
  );
}

/** Label and value pairs in columns: the content list of an application. `span` takes the whole width. */
export function FactList({
  items,
  columns = 2,
}: {
  items: readonly { label: ReactNode; value: ReactNode; span?: boolean }[];
  columns?: 1 | 2 | 3 | 4;
}) {
  return (
    <dl
      className={classes['facts']}
      data-columns={columns}
      style={{ gridTemplateColumns: `repeat(${String(columns)}, minmax(0, 1fr))` }}
    >
      {items.map((item, index) => (
        <div key={index} className={classes['fact']} data-span={item.span || undefined}>
          <dt>{item.label}</dt>
          <dd>{wholeDates(item.value)}</dd>
        </div>
      ))}
    </dl>
  );
}
