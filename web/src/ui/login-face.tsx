import { useId, type CSSProperties, type ReactNode } from 'react';
import classes from './login-face.module.css';
import { LoginScene } from './login-scene.tsx';
import { Logo } from './logo.tsx';

type LoginFaceProps = {
  /** Texts, and pictures as addresses; without a picture the page draws its own. */
  settings: Readonly<
    Record<'schoolName' | 'dlbt' | 'zxx' | 'yxx' | 'COPYRIGHT' | 'dlybj' | 'dlnybj' | 'xxlogo', string>
  >;
  subtitle: string;
  children: ReactNode;
};

/**
 * What a visitor sees around the card of the login page: logo, mottos left and right like a couplet, the card, the
 * copyright line (LOGIN-01…05, LOGIN-09); also where these are set (SYSADMIN-03).
 */
export function LoginFace({ settings, subtitle, children }: LoginFaceProps) {
  const title = useId();
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
          aria-labelledby={title}
          data-background={card !== undefined || undefined}
          style={card}
        >
          <h1 id={title} className={classes['title']}>
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
