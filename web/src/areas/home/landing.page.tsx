import { QueryFaces } from '../../ui/faces.tsx';
import { Logo } from '../../ui/logo.tsx';
import { Page } from '../../ui/page.tsx';
import { Footer, useAppearance } from './cards/banner.tsx';
import classes from './landing.module.css';
import { ServiceTile } from './service-tile.tsx';
import { useIsOpened, useServices } from './services.ts';

/** A light way in: the logo and the menu, nothing else to load (HOME-25). */
export function LandingPage() {
  const settings = useAppearance();
  const query = useServices();
  const isOpened = useIsOpened();
  return (
    <Page title="导航" fill={false}>
      <div className={classes['landing']}>
        <div className={classes['brand']}>
          {settings !== undefined && settings.xxlogo !== '' ? (
            <img src={settings.xxlogo} alt="" height={48} />
          ) : (
            <Logo size={48} />
          )}
          <span>{settings?.dlbt ?? settings?.schoolName}</span>
        </div>
        <QueryFaces query={query}>
          {({ list }) =>
            list
              .map((category) => ({ ...category, menuList: category.menuList.filter(isOpened) }))
              .filter(({ menuList }) => menuList.length > 0)
              .map(({ menuCatagoryId, menuCatagoryName, menuList }) => (
                <nav key={menuCatagoryId} aria-label={menuCatagoryName} className={classes['group']}>
                  <h2>{menuCatagoryName}</h2>
                  <div>
                    {menuList.map((service) => (
                      <ServiceTile key={service.menuId} service={service} row />
                    ))}
                  </div>
                </nav>
              ))
          }
        </QueryFaces>
      </div>
      <Footer />
    </Page>
  );
}
