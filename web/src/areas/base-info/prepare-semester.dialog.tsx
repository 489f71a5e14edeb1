import { Button, Checkbox, Loader } from '@mantine/core';
import { copySemesterSettingsOperation, semesterReadiness } from '@jwxt/contracts/base-info/semester.operations.ts';
import { useState } from 'react';
import { notify } from '../../lib/notify.ts';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { CancelButton } from '../../ui/unsaved-input.tsx';

/** A new semester starts with the settings of the one before it, moved to its own days. */
export function PrepareSemesterDialog({
  semester: { key, name },
  onClose,
}: {
  semester: { key: string; name: string };
  onClose: () => void;
}) {
  const query = useOperation(semesterReadiness, { key }, { staleTime: 0 });
  const [left, setLeft] = useState<readonly string[]>([]);
  const copy = useOperationMutation(copySemesterSettingsOperation, {
    invalidates: ['semester.', 'resource.', 'scoreTermControl.', 'outsideScoreTime.'],
    onSuccess: ({ copies }) => {
      notify.success(
        copies
          .map(({ title, copied, there }) => `${title}${there > 0 ? '已有，未复制' : ` ${String(copied)} 条`}`)
          .join('；'),
      );
      onClose();
    },
  });
  const found = query.data;
  const copied = (found?.settings ?? []).filter((each) => each.last > 0 && each.here === 0);
  const chosen = copied.filter((each) => !left.includes(each.name)).map((each) => each.name);
  return (
    <Dialog
      opened
      width={560}
      title={`准备${name}`}
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          <Button
            loading={copy.isPending}
            disabled={chosen.length === 0}
            onClick={() => {
              copy.mutate({ from: found?.lastSemester ?? '', to: key, names: chosen });
            }}
          >
            复制设置
          </Button>
        </>
      }
    >
      {found === undefined && <Loader size="sm" aria-label="加载中" />}
      {found?.lastSemesterName === null && <p>这是第一个学期，没有可以复制的设置。</p>}
      {found !== undefined && found.lastSemesterName !== null && (
        <>
          <p>
            从“{found.lastSemesterName}”复制启用的设置，时间按两个学期起始日期相差的天数顺延；复制后可以逐条修改。
            节次、成绩模板、等级制不分学期，继续使用。
          </p>
          {found.settings.map((each) => (
            <Checkbox
              key={each.name}
              mt={8}
              label={
                each.here > 0
                  ? `${each.title}：本学期已有 ${String(each.here)} 条，不复制`
                  : `${each.title}：${String(each.last)} 条`
              }
              disabled={each.here > 0 || each.last === 0}
              checked={chosen.includes(each.name)}
              onChange={(event) => {
                setLeft(event.currentTarget.checked ? left.filter((one) => one !== each.name) : [...left, each.name]);
              }}
            />
          ))}
        </>
      )}
    </Dialog>
  );
}
