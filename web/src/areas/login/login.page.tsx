import { useDocumentTitle } from '@mantine/hooks';
import { Logo } from '../../ui/logo.tsx';
import { LoginForm } from './login-form.tsx';
import { LoginScene } from './login-scene.tsx';
import { useAppearance } from '../../lib/appearance.ts';
import classes from './login.module.css';

/** The login page: logo, mottos left and right like a couplet, the card, the copyright line (LOGIN-01…05). */
export function LoginPage() {
  const settings = useAppearance();
  useDocumentTitle(settings.dlbt);
  return (
    <div className={classes['page']}>
      <LoginScene />
      <header className={classes['brand']}><Logo size={34} />{settings.schoolName}</header>
      <main className={classes['middle']}>
        <p className={classes['motto']} data-long={settings.zxx.length > 6 || undefined}>{settings.zxx}</p>
        <section className={classes['card']} aria-labelledby="login-title">
          <h1 id="login-title" className={classes['title']}>{settings.dlbt}</h1>
          <p className={classes['subtitle']}>使用工号或学号登录</p>
          <LoginForm sliderRequired={settings.LOGIN_VRIFY === '1'} />
        </section>
        <p className={classes['motto']} data-long={settings.yxx.length > 6 || undefined}>{settings.yxx}</p>
      </main>
      <footer className={classes['footer']}>{settings.COPYRIGHT}<span>建议使用 1366×768 及以上分辨率</span></footer>
    </div>
  );
}
