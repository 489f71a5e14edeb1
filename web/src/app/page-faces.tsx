import { Button, Center } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { Link, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiError } from '../lib/api-error.ts';
import { PageTimeoutError } from '../lib/lazy-page.tsx';
import { reloadPage } from '../lib/reload-page.ts';
import { EmptyState, ErrorState, LoadingState } from '../ui/faces.tsx';
import { Card, Page } from '../ui/page.tsx';

/** While a page's code or the session is fetched. */
export function PagePending() {
  return <LoadingState rows={6} label="正在打开页面…" />;
}

const RELOAD_AFTER_MS = 2000;
const RELOADED_AT = 'jwxt.reloadedAt';

/**
 * A page that failed to open or broke. A missing chunk means a newer version was installed: reload (SHELL-49,
 * SHELL-50), but not in a circle.
 */
export function PageError({ error, reset }: ErrorComponentProps) {
  const outdated = /dynamically imported module|Importing a module script failed|error loading dynamically/i.test(
    error instanceof Error ? error.message : '',
  );
  const mayReload = outdated && Date.now() - Number(sessionStorage.getItem(RELOADED_AT) ?? 0) > 30_000;
  useEffect(() => {
    if (!mayReload) return;
    const timer = setTimeout(() => {
      sessionStorage.setItem(RELOADED_AT, String(Date.now()));
      reloadPage();
    }, RELOAD_AFTER_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [mayReload]);
  return (
    <Center mih="60vh">
      {mayReload ? (
        <EmptyState
          title="Error!"
          reason="系统已更新，正在重新加载..."
          action={<Button onClick={reloadPage}>立即重新加载</Button>}
        />
      ) : error instanceof PageTimeoutError ? (
        <ErrorState
          title="页面打开超时"
          error={new ApiError('PAGE_TIMEOUT', '页面在 10 秒内没有下载完成，请检查网络后重试。')}
          onRetry={reset}
        />
      ) : (
        <ErrorState
          title="页面打开失败"
          error={
            error instanceof ApiError
              ? error
              : new ApiError('PAGE_BROKEN', '页面出现异常，请重试；如仍有问题，请联系管理员。')
          }
          onRetry={() => {
            if (error instanceof ApiError) reloadPage();
            else reset();
          }}
        />
      )}
    </Center>
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
