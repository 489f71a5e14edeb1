import { useEffect } from 'react';
import { LoginFrame } from './login-frame.tsx';
import classes from './login.module.css';

/**
 * Where single sign-on ends in the window that the expired page opened: that page goes on by itself, and this one
 * closes.
 */
export function SsoDonePage() {
  useEffect(() => {
    window.close();
  }, []);
  return (
    <LoginFrame subtitle="登录成功">
      <div className={classes['notice']} role="status">
        <p>
          登录成功，请回到原来的页面继续。
          <br />
          本窗口可以关闭。
        </p>
      </div>
    </LoginFrame>
  );
}
