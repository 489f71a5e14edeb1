import { approvalCounts } from '@jwxt/contracts/approval/approval.operations.ts';
import { commonFunctions, type CommonFunction } from '@jwxt/contracts/home/home.operations.ts';
import { Link } from '@tanstack/react-router';
import { useContext, useRef, type CSSProperties } from 'react';
import { countMenuVisit } from '../../../lib/menu-visit.ts';
import { useOperation } from '../../../lib/queries.ts';
import { useMay } from '../../../lib/session.ts';
import { ShortcutsContext, type Shortcut } from '../../../lib/shortcuts.ts';
import { EmptyState, QueryFaces } from '../../../ui/faces.tsx';
import { Card } from '../../../ui/page.tsx';
import classes from '../home.module.css';

/** Asked for, and shown at most (HOME-41, HOME-42). */
const ASKED = 6;
const SHOWN = 8;

/**
 * What was opened most, as far as the person still may, filled up with other pages of the person's menu: first those
 * where something waits.
 */
export function mostUsed(visited: readonly CommonFunction[], menu: readonly Shortcut[]): Shortcut[] {
  const byUse = visited
    .toSorted((a, b) => b.visitNum - a.visitNum)
    .flatMap(({ url, roleName }) =>
      menu
        .filter(({ path }) => path === url)
        .slice(0, 1)
        .map((entry) => ({ ...entry, title: roleName })),
    );
  const others = menu
    .filter(({ path }) => !byUse.some((entry) => entry.path === path))
    .toSorted((a, b) => b.count - a.count);
  return [...byUse, ...others].slice(0, SHOWN);
}

/** Entries in the order in which they were shown before, new ones behind: no count that rises moves what is there. */
function inOrder(entries: readonly Shortcut[], before: readonly string[]): Shortcut[] {
  const placeOf = ({ path }: Shortcut): number => (before.includes(path) ? before.indexOf(path) : before.length);
  return entries.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** 常用功能, two per row, most visited first (HOME-05, 24, 41…44). */
export function CommonFunctionsCard() {
  const menu = useContext(ShortcutsContext);
  const asked = useOperation(commonFunctions, { pageSize: ASKED, pageNo: 1 });
  const counts = useOperation(approvalCounts, {}, { enabled: useMay('systemApprove:query') });
  // Where something waits comes first, so that is known before anything is shown.
  const query = counts.isLoading ? { ...asked, data: undefined } : asked;
  const order = useRef<readonly string[]>([]);
  return (
    <Card flush title="常用功能" actions={<span className={classes['dim']}>按使用次数排列</span>}>
      <div
        className={classes['functionsPlace']}
        style={{ '--rows': Math.ceil(Math.min(menu.length, SHOWN) / 2) } as CSSProperties}
      >
        <QueryFaces query={query} compact>
          {({ rows }) => {
            const entries = inOrder(mostUsed(rows, menu), order.current);
            order.current = entries.map(({ path }) => path);
            if (entries.length === 0)
              return <EmptyState compact title="还没有常用功能" reason="打开过的功能会出现在这里" />;
            return (
              <nav className={classes['functions']} aria-label="常用功能">
                {entries.map(({ title, path, icon: Glyph, count }) => (
                  <Link
                    key={path}
                    to={path}
                    className={classes['function']}
                    onClick={() => {
                      countMenuVisit({ key: path.split('/').at(-1) ?? '', name: title, url: path });
                    }}
                  >
                    <Glyph size={18} stroke={1.5} aria-hidden />
                    <span className="jw-ellipsis">{title}</span>
                    {count > 0 && <span className={classes['inlineCount']}>{count > 99 ? '99+' : count}</span>}
                  </Link>
                ))}
              </nav>
            );
          }}
        </QueryFaces>
      </div>
    </Card>
  );
}
