import { Link } from '@tanstack/react-router';
import { usePageAddress } from '../../lib/page-address.ts';
import { Gate } from '../../lib/permission-gate.tsx';
import { ownModules } from '../../lib/permission-list.ts';
import { useMayCheck } from '../../lib/session.ts';
import { Card, Page } from '../../ui/page.tsx';
import { menuOf, moduleOf, pagesElsewhere } from '../menu.ts';
import type { MenuEntry } from '../menus/menu-entry.ts';
import { UnknownPage } from '../unknown-page.tsx';
import classes from './module-home.module.css';
import { useEntryCount } from './entry-count.ts';
import { ModuleTodos } from './module-todos.card.tsx';
import { OpenWindows } from './open-windows.card.tsx';

/**
 * Home of a module (SHELL-69): its pages with what is in them now, its open windows, and what of it waits for the
 * person.
 */
export function ModuleHomePage() {
  const module = moduleOf(usePageAddress().pathname);
  const may = useMayCheck();
  if (module === null) return null;
  const own = ownModules();
  const entries = menuOf(module, may, own);
  const others = pagesElsewhere(module.route, may, own);
  if (entries.length === 0 && others.length === 0) {
    const planned = module.entries.every(({ hide }) => hide === true);
    return (
      <UnknownPage
        title={module.title}
        text={
          planned
            ? `“${module.title}”尚未开通，开通后可在这里办理业务。`
            : `您没有使用“${module.title}”的权限，如工作需要，请联系教务处授权。`
        }
      />
    );
  }
  // Pages without a group share one card.
  const single = entries.filter(({ children }) => children === undefined);
  const cards = [
    ...(single.length === 0 ? [] : [{ key: module.route, name: module.title, pages: single }]),
    ...entries.flatMap(({ key, name, children }) => (children === undefined ? [] : [{ key, name, pages: children }])),
    ...(others.length === 0
      ? []
      : [{ key: 'elsewhere', name: `在“${others[0]?.module.title ?? ''}”中办理`, pages: others }]),
  ];
  return (
    <Page title={module.title} fill={false}>
      <div className={classes['home']}>
        <div className={classes['pages']}>
          {cards.map(({ key, name, pages }) => (
            <Card key={key} title={name}>
              <div className={classes['tiles']}>
                {pages.map((entry) => (
                  <Tile key={entry.key} entry={entry} />
                ))}
              </div>
            </Card>
          ))}
        </div>
        <div className={classes['side']}>
          <Gate names="scoreEntry:save">
            <OpenWindows route={module.route} />
          </Gate>
          <Gate names="system:approve">
            <ModuleTodos route={module.route} />
          </Gate>
        </div>
      </div>
    </Page>
  );
}

function Tile({ entry }: { entry: MenuEntry }) {
  const count = useEntryCount(entry.permission);
  return (
    <Link to={entry.url ?? '/'} className={classes['tile']}>
      <span className={classes['icon']}>
        <entry.icon size={20} stroke={1.6} aria-hidden />
      </span>
      <span className={classes['name']}>
        {entry.name}
        {count !== null && (
          <small>
            {count.label} <b>{count.value}</b>
          </small>
        )}
      </span>
    </Link>
  );
}
