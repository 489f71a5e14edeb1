import { permissionOf } from '@jwxt/contracts/kernel/operation.ts';
import { field, type WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { orderClass } from '@jwxt/contracts/student-status/freshman/order-class.resource.ts';
import { sortRule } from '@jwxt/contracts/student-status/freshman/sort-rule.resource.ts';
import { sortUse } from '@jwxt/contracts/student-status/freshman/sort.rules.ts';
import { sortOrderClass } from '@jwxt/contracts/student-status/freshman/student-number.operations.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { Button } from '@mantine/core';
import { IconSortAscending } from '@tabler/icons-react';
import { useState } from 'react';
import { notify } from '../../../lib/notify.ts';
import { useOperation } from '../../../lib/queries.ts';
import { useMay } from '../../../lib/session.ts';
import { ResourcePage } from '../../../resource/resource.page.tsx';
import { FieldsDialog } from './fields.dialog.tsx';

/** 排序分班 (STUDENT-STATUS-19): the places of students in their classes, by a rule, then by hand. */
export function OrderClassPage() {
  const [sorting, setSorting] = useState(false);
  const may = useMay(permissionOf(sortOrderClass));
  return (
    <>
      <ResourcePage
        resource={orderClass}
        tools={
          may && (
            <Button
              variant="default"
              leftSection={<IconSortAscending size={16} />}
              onClick={() => {
                setSorting(true);
              }}
            >
              按规则排序
            </Button>
          )
        }
      />
      {sorting && (
        <SortDialog
          onClose={() => {
            setSorting(false);
          }}
        />
      )}
    </>
  );
}

function SortDialog({ onClose }: { onClose: () => void }) {
  const rules = useOperation(sortRule.operations.query, {
    useFor: sortUse.inClass,
    sfqy: yesNo.yes,
    pageNo: 1,
    pageSize: 200,
  }).data?.rows;
  const names = Object.fromEntries(
    ((rules ?? []) as readonly WireRow[]).map((row) => [textOf(row['sortRuleId']), textOf(row['ruleName'])]),
  );
  return (
    <FieldsDialog
      title="按规则排序"
      note="所选行政班的学生重新编排班内序号，已有的序号被替换，组别保留。"
      fields={{
        bjdms: field.references('行政班', 'classInfo', {}),
        sortRuleId: field.choice('排序规则', names, { required: true }),
      }}
      confirmText="排序"
      operation={sortOrderClass}
      input={(values) => ({
        bjdms: (values['bjdms'] as string[] | null) ?? [],
        sortRuleId: textOf(values['sortRuleId']),
      })}
      invalidates={['orderClass.']}
      onDone={({ sorted }) => {
        notify.success(`已编排 ${String(sorted)} 名学生的班内序号`);
      }}
      onClose={onClose}
    />
  );
}
