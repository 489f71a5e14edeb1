import { Button, Center } from '@mantine/core';
import { IconCloudOff, IconLock } from '@tabler/icons-react';
import { Link, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ApiError } from '../lib/api-error.ts';
import { PAGE_TIMEOUT, PAGE_TIMEOUT_TEXT, PageTimeoutError } from '../lib/lazy-page.tsx';
import { lazyPart } from '../lib/lazy-part.tsx';
import { reloadPage } from '../lib/reload-page.ts';
import { serverAnswers } from '../lib/server-answers.ts';
import { EmptyState, ErrorState, LoadingState } from '../ui/faces.tsx';
import { Card, Page } from '../ui/page.tsx';

/** While a page's code or the session is fetched. */
export function PagePending() {
  return <LoadingState rows={6} label="正在打开页面…" />;
}

const RELOAD_AFTER_MS = 2000;
const RELOADED_AT = 'jwxt.reloadedAt';

/** A page that failed to open or broke. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const missing = /dynamically imported module|Importing a module script failed|error loading dynamically/i.test(
    error instanceof Error ? error.message : '',
  );
  return <Center mih="60vh">{missing ? <CodeMissing reset={reset} /> : <Broken error={error} reset={reset} />}</Center>;
}

/**
 * Code that did not come. While the line is down the page waits for it, and for what is typed in others; if the server
 * answers, a newer version was installed: reload (SHELL-49, SHELL-50), but not in a circle.
 */
function CodeMissing({ reset }: Pick<ErrorComponentProps, 'reset'>) {
  const [down, setDown] = useState(!navigator.onLine);
  const mayReload = Date.now() - Number(sessionStorage.getItem(RELOADED_AT) ?? 0) > 30_000;
  useEffect(() => {
    let shown = true;
    let timer = setTimeout(() => void look(), RELOAD_AFTER_MS);
    async function look() {
      const answers = await serverAnswers();
      if (!shown) return;
      if (!answers) {
        setDown(true);
        timer = setTimeout(() => void look(), RELOAD_AFTER_MS);
      } else if (down) reset();
      else if (mayReload) {
        sessionStorage.setItem(RELOADED_AT, String(Date.now()));
        reloadPage();
      }
    }
    return () => {
      shown = false;
      clearTimeout(timer);
    };
  }, [down, mayReload, reset]);
  if (down)
    return (
      <EmptyState icon={IconCloudOff} title="网络已断开" reason="恢复后自动打开页面，其他页面中已输入的内容不受影响" />
    );
  if (!mayReload) return <Broken error={new Error('The code is gone.')} reset={reset} />;
  return (
    <EmptyState
      title="Error!"
      reason="系统已更新，正在重新加载..."
      action={<Button onClick={reloadPage}>立即重新加载</Button>}
    />
  );
}

/** What was typed and is not stored, if anything: it waits on this device. */
const KeptInput = lazyPart(async () => (await import('../areas/score/sheet-save/kept-input.tsx')).KeptInput, {
  optional: true,
});

/** No server to be reached: the page waits for it, and says what of this person's waits on the device. */
function Offline({ error }: { error: ApiError }) {
  useEffect(() => {
    let shown = true;
    const look = async () => {
      if ((await serverAnswers()) && shown) reloadPage();
      else if (shown) timer = setTimeout(() => void look(), RELOAD_AFTER_MS);
    };
    let timer = setTimeout(() => void look(), RELOAD_AFTER_MS);
    return () => {
      shown = false;
      clearTimeout(timer);
    };
  }, []);
  return (
    <div>
      <ErrorState title="连接不上服务器" error={error} onRetry={reloadPage} />
      <KeptInput />
    </div>
  );
}

/** The error as it is told: what is no answer of the server has words of its own. */
function toldAs(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return error instanceof PageTimeoutError
    ? new ApiError(PAGE_TIMEOUT, PAGE_TIMEOUT_TEXT)
    : new ApiError('PAGE_BROKEN', '页面出现异常，请重试；如仍有问题，请联系管理员。');
}

function Broken({ error, reset }: Pick<ErrorComponentProps, 'error' | 'reset'>) {
  const told = toldAs(error);
  if (told.temporary) return <Offline error={told} />;
  return (
    <ErrorState
      title={told.code === PAGE_TIMEOUT ? '页面打开超时' : '页面打开失败'}
      error={told}
      onRetry={error instanceof ApiError ? reloadPage : reset}
    />
  );
}

/** A page of the menu that this person's menu does not have. */
export function PageForbidden({ title }: { title: string }) {
  return (
    <Page title={title}>
      <Card grow>
        <EmptyState
          icon={IconLock}
          title={`您没有使用“${title}”的权限`}
          reason="如工作需要，请联系教务处授权"
          action={
            <Button component={Link} to="/" variant="light">
              返回首页
            </Button>
          }
        />
      </Card>
    </Page>
  );
}
