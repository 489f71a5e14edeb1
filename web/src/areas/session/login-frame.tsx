import { useDocumentTitle } from '@mantine/hooks';
import type { CSSProperties, ReactNode } from 'react';
import { useAppearance } from '../../lib/appearance.ts';
import { Logo } from '../../ui/logo.tsx';
import { LoginScene } from './login-scene.tsx';
import classes from './login.module.css';

/**
 * What stands around everything that a visitor sees before signing in: logo, mottos left and right like a couplet, the
 * card, the copyright line (LOGIN-01…05, LOGIN-09).
 */
export function LoginFrame({ subtitle, children }: { subtitle: string; children: ReactNode }) {
  const settings = useAppearance();
  useDocumentTitle(settings.dlbt);
  const card: CSSProperties | undefined =
    settings.dlnybj === '' ? undefined : { backgroundImage: `url("${settings.dlnybj}")` };
  return (
    <div className={classes['page']}>
      {settings.dlybj === '' ? (
        <LoginScene />
      ) : (
        <img className={classes['background']} src={settings.dlybj} alt="" data-testid="dlybj" />
      )}
      <header className={classes['brand']}>
        {settings.xxlogo === '' ? (
          <Logo size={34} />
        ) : (
          <img className={classes['logo']} src={settings.xxlogo} alt="" data-testid="xxlogo" />
        )}
        {settings.schoolName}
      </header>
      <main className={classes['middle']}>
        <p className={classes['motto']} data-long={settings.zxx.length > 6 || undefined}>
          {settings.zxx}
        </p>
        <section
          className={classes['card']}
          aria-labelledby="login-title"
          data-background={card !== undefined || undefined}
          style={card}
        >
          <h1 id="login-title" className={classes['title']}>
            {settings.dlbt}
          </h1>
          <p className={classes['subtitle']}>{subtitle}</p>
          {children}
        </section>
        <p className={classes['motto']} data-long={settings.yxx.length > 6 || undefined}>
          {settings.yxx}
        </p>
      </main>
      <footer className={classes['footer']}>
        {settings.COPYRIGHT}
        <span>建议使用 1366×768 及以上分辨率</span>
      </footer>
    </div>
  );
}
