import { Button, Group, UnstyledButton } from '@mantine/core';
import { IconCheck, IconCloudOff, IconCopy, IconFileSearch, IconRefresh, type Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { toApiError } from '../lib/api-error.ts';
import { CopyButton } from './copy-button.tsx';
import classes from './faces.module.css';

export type EmptyStateProps = {
  title?: string;
  /** Why there is nothing. */
  reason?: ReactNode;
  /** One or two ways on. */
  action?: ReactNode;
  icon?: Icon;
  compact?: boolean;
};

/** Nothing to show: why, and what to do. */
export function EmptyState({
  title = '暂无数据',
  reason,
  action,
  icon: Glyph = IconFileSearch,
  compact,
}: EmptyStateProps) {
  return (
    <div className={classes['face']} data-face data-compact={compact || undefined}>
      <span className={classes['icon']}>
        <Glyph size={compact ? 20 : 36} stroke={1.25} aria-hidden />
      </span>
      <p className={classes['title']}>{title}</p>
      {reason !== undefined && <p className={classes['reason']}>{reason}</p>}
      {action !== undefined && (
        <Group gap={8} justify="center">
          {action}
        </Group>
      )}
    </div>
  );
}

export type ErrorStateProps = {
  error: unknown;
  title?: string;
  /** Absent: no button, for what cannot succeed later. */
  onRetry?: (() => void) | undefined;
  retrying?: boolean;
  compact?: boolean;
};

/** It failed: what happened, 重试, and the trace number to copy. */
export function ErrorState({ error, title = '查询失败', onRetry, retrying, compact }: ErrorStateProps) {
  const { message, traceId } = toApiError(error, title);
  return (
    <div className={classes['face']} data-face data-compact={compact || undefined} role="alert">
      <span className={classes['icon']} data-tone="red">
        <IconCloudOff size={compact ? 20 : 32} stroke={1.5} aria-hidden />
      </span>
      <p className={classes['title']}>{title}</p>
      <p className={classes['reason']}>{message === title ? '服务器没有应答，请稍后再试。' : message}</p>
      {onRetry && (
        <Button
          {...(compact ? { size: 'xs' } : {})}
          leftSection={<IconRefresh size={16} />}
          onClick={onRetry}
          loading={retrying ?? false}
        >
          重试
        </Button>
      )}
      {traceId !== null && (
        <CopyButton value={traceId}>
          {({ copied, copy }) => (
            <UnstyledButton className={classes['trace']} onClick={copy} aria-label={`复制追踪号 ${traceId}`}>
              追踪号 {traceId} {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
            </UnstyledButton>
          )}
        </CopyButton>
      )}
    </div>
  );
}

/** Three grey bars that appear after 200 ms, for cards without a table. */
export function LoadingState({ rows = 4, label = '正在查询…' }: { rows?: number; label?: string }) {
  return (
    <div className={classes['loading']} role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, index) => (
        <span key={index} className={classes['bar']} style={{ width: `${String(90 - ((index * 17) % 50))}%` }} />
      ))}
    </div>
  );
}

/** Chooses the face for one query: loading, failed, or its content. */
export function QueryFaces<T>({
  query,
  children,
  compact,
  rows,
}: {
  query: { data: T | undefined; error: unknown; isFetching: boolean; refetch: () => unknown };
  children: (data: T) => ReactNode;
  compact?: boolean;
  rows?: number;
}) {
  if (query.data !== undefined) return children(query.data);
  if (query.error !== null && query.error !== undefined)
    return (
      <ErrorState
        error={query.error}
        onRetry={() => {
          void query.refetch();
        }}
        retrying={query.isFetching}
        {...(compact ? { compact } : {})}
      />
    );
  return <LoadingState {...(rows === undefined ? {} : { rows })} />;
}
