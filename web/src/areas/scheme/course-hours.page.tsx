import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { mergeHours } from '@jwxt/contracts/scheme/course-hour.operations.ts';
import { courseHourRequire } from '@jwxt/contracts/scheme/course-hour.resource.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { useMayCheck } from '../../lib/session.ts';
import { ResourcePage } from '../../resource/resource.page.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import layout from '../../ui/dialog-form.module.css';
import { SearchableSelect } from '../../ui/searchable-select.tsx';
import { Field } from '../../ui/search-form.tsx';
import { CancelButton } from '../../ui/unsaved-input.tsx';

/** 课程学时要求 (SCHEME-29), of which two types can be made one. */
export function CourseHoursPage() {
  const may = useMayCheck();
  const [merged, setMerged] = useState<WireRow | null>(null);
  return (
    <>
      <ResourcePage
        resource={courseHourRequire}
        actions={(row, act) =>
          may('courseHourRequire:update') &&
          act('合并', () => {
            setMerged(row);
          })
        }
      />
      {merged && (
        <MergeDialog
          row={merged}
          onClose={() => {
            setMerged(null);
          }}
        />
      )}
    </>
  );
}

function MergeDialog({ row, onClose }: { row: WireRow; onClose: () => void }) {
  const [into, setInto] = useState<string | null>(null);
  const ownerType = textOf(row['ownerType']);
  const ownerKey = textOf(row['ownerKey']);
  const from = textOf(row['hourRequireId']);
  const query = useOperation(
    courseHourRequire.operations.query,
    { ownerType, ownerKey, pageNo: 1, pageSize: 20 },
    { keepPrevious: false },
  );
  const merge = useOperationMutation(mergeHours, {
    invalidates: ['courseHourRequire.'],
    success: '已合并，学时相加',
    onSuccess: onClose,
  });
  const rows: readonly WireRow[] = query.data?.rows ?? [];
  const options = rows
    .filter((each) => each['ownerKey'] === ownerKey && each['hourRequireId'] !== from)
    .map((each) => ({
      code: textOf(each['hourRequireId']),
      name: `${textOf(each['xsmc'])}（${textOf(each['xs'])} 学时）`,
    }));
  return (
    <Dialog
      opened
      width={460}
      title={`合并学时类型：${textOf(row['xsmc'])}（${textOf(row['xs'])} 学时）`}
      onClose={onClose}
      input={into}
      flush
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (into !== null) merge.mutate({ into, from });
        }}
      >
        <div className={layout['body']}>
          <Field label="合并到" required htmlFor="merge-into">
            <SearchableSelect
              id="merge-into"
              options={options}
              value={into}
              onChange={setInto}
              query={query}
              placeholder={options.length === 0 ? '该课程没有其他学时类型' : '请选择'}
            />
          </Field>
        </div>
        <div className={layout['footer']}>
          <CancelButton />
          <Button type="submit" disabled={into === null} loading={merge.isPending}>
            合并
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
