import { Button, Group } from '@mantine/core';
import { IconCloudOff, IconRefresh } from '@tabler/icons-react';
import { toApiError } from '../../../lib/api-error.ts';
import { Card } from '../../../ui/page.tsx';

type Failed = { data: unknown; error: unknown; isFetching: boolean; refetch: () => unknown };

/** Whether a card has nothing to show because its question failed, which is not the same as having nothing. */
export function failedFirst({ data, error }: Pick<Failed, 'data' | 'error'>): boolean {
  return data === undefined && error !== null && error !== undefined;
}

/**
 * In the place of a card that shows itself only when it has something: that it is not known whether it has, and 重试.
 * One line high, since several fail together when the server is gone.
 */
export function FailedCard({ title, query }: { title: string; query: Failed }) {
  return (
    <Card
      title={title}
      actions={
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconRefresh size={15} />}
          aria-label={`重试${title}`}
          loading={query.isFetching}
          onClick={() => {
            void query.refetch();
          }}
        >
          重试
        </Button>
      }
    >
      <Group gap={8} wrap="nowrap" c="var(--jw-red-text)">
        <IconCloudOff size={16} aria-hidden style={{ flex: 'none' }} />
        {toApiError(query.error, '查询失败，请稍后再试').message}
      </Group>
    </Card>
  );
}
