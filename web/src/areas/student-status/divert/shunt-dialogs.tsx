import { studentWithNumber } from '@jwxt/contracts/base-info/student-with-number.ts';
import {
  adjustShuntOperation,
  assignShuntClassesOperation,
  queryClassList,
  type ShuntListRow,
  type ShuntTarget,
} from '@jwxt/contracts/student-status/divert/shunt.operations.ts';
import { Alert, Button, Select, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { fieldErrorsOf } from '../../../lib/field-errors.ts';
import { notify } from '../../../lib/notify.ts';
import { useOperation, useOperationMutation } from '../../../lib/queries.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/search-form.tsx';
import { CancelButton } from '../../../ui/unsaved-input.tsx';

const stale = ['shuntAction.', 'majorOrDirection.'];
const NONE = '-';

/** Gives one student another place, or none, with a reason that stays with his row. */
export function AdjustDialog({
  diversionId,
  row,
  targets,
  onClose,
}: {
  diversionId: string;
  row: ShuntListRow;
  targets: readonly ShuntTarget[];
  onClose: () => void;
}) {
  const [place, setPlace] = useState(row.admitMajorKey ?? NONE);
  const [reason, setReason] = useState('');
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const adjust = useOperationMutation(adjustShuntOperation, {
    invalidates: stale,
    success: '已调整，名单须重新公示',
    onSuccess: onClose,
    onError: (error) => {
      setErrors(fieldErrorsOf(error));
      if (error.fieldErrors.length === 0) notify.failure(error, '调整失败');
    },
  });
  const chosen = targets.find(({ majorOrDirectionKey }) => majorOrDirectionKey === place);
  const beyond = chosen && place !== row.admitMajorKey && chosen.admitNum >= chosen.quota;
  return (
    <Dialog
      opened
      width={520}
      title={`调整：${studentWithNumber(row)}`}
      onClose={onClose}
      input={{ place, reason }}
      footer={
        <>
          <CancelButton />
          <Button
            loading={adjust.isPending}
            disabled={place === (row.admitMajorKey ?? NONE)}
            onClick={() => {
              if (reason.trim().length < 2) setErrors({ reason: '请填写原因' });
              else
                adjust.mutate({
                  diversionId,
                  studentCode: row.studentCode,
                  majorOrDirectionKey: place === NONE ? '' : place,
                  reason,
                });
            }}
          >
            确定
          </Button>
        </>
      }
    >
      <Stack gap={12}>
        <Field label="录取" htmlFor="shunt-adjust-place" required error={errors['majorOrDirectionKey'] ?? ''}>
          <Select
            id="shunt-adjust-place"
            allowDeselect={false}
            data={[
              ...targets.map(({ majorOrDirectionKey, majorOrDirectionName, admitNum, quota }) => ({
                value: majorOrDirectionKey,
                label: `${majorOrDirectionName}（${String(admitNum)} / ${String(quota)}）`,
              })),
              { value: NONE, label: '不录取' },
            ]}
            value={place}
            onChange={(value) => {
              setPlace(value ?? NONE);
            }}
          />
        </Field>
        <Field label="原因" htmlFor="shunt-adjust-reason" required error={errors['reason'] ?? ''}>
          <Textarea
            id="shunt-adjust-reason"
            rows={3}
            maxLength={100}
            value={reason}
            onChange={(event) => {
              setReason(event.currentTarget.value);
            }}
          />
        </Field>
        {beyond && (
          <Alert variant="light" color="orange">
            该专业已录取 {chosen.admitNum} 人，调整后将超过接收人数 {chosen.quota}。
          </Alert>
        )}
      </Stack>
    </Dialog>
  );
}

/** Classes of a place with rated and present numbers; those of its students who have none are put into them. */
export function ShuntClassDialog({
  diversionId,
  target,
  chosen,
  open,
  onClose,
}: {
  diversionId: string;
  target: ShuntTarget;
  /** Students of the place that were chosen in the list; none: all who have no class. */
  chosen: readonly string[];
  /** The list may still be changed. */
  open: boolean;
  onClose: () => void;
}) {
  const { majorOrDirectionKey } = target;
  const query = useOperation(queryClassList, { majorOrDirectionKey });
  const assign = useOperationMutation(assignShuntClassesOperation, {
    invalidates: stale,
    onSuccess: ({ assigned }) => {
      notify.success(`${target.majorOrDirectionName}已有 ${String(assigned)} 名学生分班`);
      onClose();
    },
  });
  const into = (bjdm: string | null) => {
    assign.mutate({ diversionId, majorOrDirectionKey, bjdm, studentCodes: [...chosen] });
  };
  const who = chosen.length === 0 ? '未分班的学生' : `所选 ${String(chosen.length)} 名学生`;
  return (
    <Dialog
      opened
      width={640}
      title={`分班：${target.majorOrDirectionName}`}
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          {open && (
            <Button
              loading={assign.isPending}
              onClick={() => {
                into(null);
              }}
            >
              {chosen.length === 0 ? '按名次自动分班' : '自动分班'}
            </Button>
          )}
        </>
      }
    >
      <Stack gap={12}>
        {open && <Alert variant="light">自动分班按名次把{who}依次分到人数最少的班；也可以把他们全部分到一个班。</Alert>}
        <DataTable
          label="班级"
          columns={[
            { key: 'name', title: '班级', width: 'auto', align: 'left', render: ({ bjmc }) => bjmc },
            { key: 'rated', title: '额定人数', width: 96, render: ({ edrs }) => edrs ?? '不限' },
            { key: 'now', title: '现有人数', width: 96, render: ({ rs }) => rs },
            ...(open
              ? [
                  {
                    key: 'action',
                    title: '操作',
                    width: 96,
                    pinRight: true,
                    render: ({ bjdm, bjmc }: { bjdm: string; bjmc: string }) => (
                      <Button
                        variant="subtle"
                        size="compact-xs"
                        disabled={assign.isPending}
                        aria-label={`分到${bjmc}`}
                        onClick={() => {
                          into(bjdm);
                        }}
                      >
                        分到此班
                      </Button>
                    ),
                  },
                ]
              : []),
          ]}
          rows={query.data}
          query={query}
          rowKey={({ bjdm }) => bjdm}
          empty={{ reason: '该专业还没有可用的行政班，请先在“行政班”中建立' }}
        />
      </Stack>
    </Dialog>
  );
}
