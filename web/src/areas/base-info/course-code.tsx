import { generateCode, releaseCodeOperation } from '@jwxt/contracts/system-setting/code-reservation.operations.ts';
import { COURSE_CODE } from '@jwxt/contracts/system-setting/code-format.ts';
import { outcomeTexts } from '@jwxt/contracts/kernel/operation.ts';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { ApiError } from '../../lib/api-error.ts';
import { notify } from '../../lib/notify.ts';
import { useOperationMutation } from '../../lib/queries.ts';

type CourseCodeProps = {
  value: string;
  /** What the row says so far. */
  row: Record<string, string>;
  onChange: (code: string) => void;
  onRefused: (error: ApiError) => void;
};

/** 生成 and 取消占位 below the number of a new course: a number that was made is kept for a while (SYSADMIN-07). */
export function CourseCode({ value, row, onChange, onRefused }: CourseCodeProps) {
  const [kept, setKept] = useState<{ code: string; expiresAt: string } | null>(null);
  const generate = useOperationMutation(generateCode, {
    success: true,
    onSuccess: (made) => {
      setKept(made);
      onChange(made.code);
    },
    onError: (error) => {
      if (error.fieldErrors.length > 0) onRefused(error);
      notify.failure(error, outcomeTexts(generateCode).failure);
    },
  });
  const release = useOperationMutation(releaseCodeOperation, {
    success: true,
    onSuccess: ({ code }) => {
      setKept(null);
      if (value === code) onChange('');
    },
    onError: (error) => {
      setKept(null);
      notify.failure(error, outcomeTexts(releaseCodeOperation).failure);
    },
  });
  const pending = generate.isPending || release.isPending;
  return (
    <Group gap={8} mt={6}>
      {kept === null ? (
        <Button
          size="compact-sm"
          variant="light"
          loading={pending}
          onClick={() => {
            generate.mutate({ objectType: COURSE_CODE, values: row });
          }}
        >
          生成
        </Button>
      ) : (
        <>
          <Button
            size="compact-sm"
            variant="default"
            loading={pending}
            onClick={() => {
              release.mutate({ objectType: COURSE_CODE, code: kept.code });
            }}
          >
            取消占位
          </Button>
          <Text size="xs" c="dimmed">
            {kept.code} 为您保留到 {kept.expiresAt.slice(11, 16)}
          </Text>
        </>
      )}
    </Group>
  );
}
