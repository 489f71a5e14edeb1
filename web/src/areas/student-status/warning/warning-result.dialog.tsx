import { Button, Select } from '@mantine/core';
import { warningRecord } from '@jwxt/contracts/student-status/warning/warning-act.resource.ts';
import {
  warningResultDetail,
  type WarningResultRow,
} from '@jwxt/contracts/student-status/warning/warning-result.operations.ts';
import { warningHandling, warningHandlingNames } from '@jwxt/contracts/student-status/warning/warning.vocabulary.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { useState } from 'react';
import { fieldErrorsOf } from '../../../lib/field-errors.ts';
import { useOperation, useOperationMutation } from '../../../lib/queries.ts';
import { useMay } from '../../../lib/session.ts';
import { CountedTextarea } from '../../../ui/counted-textarea.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { QueryFaces } from '../../../ui/faces.tsx';
import { FactList } from '../../../ui/page.tsx';
import { Field } from '../../../ui/search-form.tsx';
import { HitList } from './hit-list.tsx';

/** One warning with the rules that held, what was done about it, and the next talk (STUDENT-STATUS-27, 31). */
export function WarningResultDialog({ row, onClose }: { row: WarningResultRow; onClose: () => void }) {
  const query = useOperation(warningResultDetail, { key: row.warningResultId });
  const mayRecord = useMay('warningRecord:create');
  const [form, setForm] = useState<{ handleType: string; content: string }>({
    handleType: warningHandling.talk,
    content: '',
  });
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const record = useOperationMutation(warningRecord.operations.create, {
    invalidates: ['statusWarningResult.', 'warningRecord.'],
    success: '已登记',
    onSuccess: () => {
      setForm({ ...form, content: '' });
      setErrors({});
    },
    onError: (error) => {
      setErrors(fieldErrorsOf(error));
    },
  });
  return (
    <Dialog
      opened
      width={860}
      title={`${row.studentName}：${row.warningLevelName}`}
      onClose={onClose}
      input={form.content}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            关闭
          </Button>
          {mayRecord && row.revokeReason === '' && (
            <Button
              loading={record.isPending}
              onClick={() => {
                record.mutate({
                  values: {
                    studentCode: row.studentCode,
                    semesterId: row.semesterId,
                    handleType: form.handleType as keyof typeof warningHandlingNames,
                    handleTime: toDateTimeText(new Date()),
                    content: form.content,
                  },
                });
              }}
            >
              登记处理
            </Button>
          )}
        </>
      }
    >
      <FactList
        items={[
          { label: '学年学期', value: row.semesterName },
          { label: '预警类型', value: row.warningTypeName },
          { label: '发送', value: row.sentTime ?? '未发送' },
          { label: '签收', value: row.readTime ?? '未签收' },
          { label: '处理建议', value: row.advice || '无', span: true },
          ...(row.revokeReason === '' ? [] : [{ label: '撤销原因', value: row.revokeReason, span: true }]),
        ]}
      />
      <div style={{ height: 12 }} />
      <QueryFaces query={query}>
        {({ hits, records }) => (
          <>
            <HitList hits={hits} />
            <h3 style={{ fontSize: 14, margin: '16px 0 6px' }}>处理记录</h3>
            {records.length === 0 && <p style={{ margin: '0 0 12px', color: 'var(--jw-text-2)' }}>还没有处理记录</p>}
            {records.map(({ recordId, handleTypeName, handleTime, handlerName, content }) => (
              <p key={recordId} style={{ margin: '0 0 6px' }}>
                {handleTime}　{handleTypeName}　{handlerName}：{content}
              </p>
            ))}
          </>
        )}
      </QueryFaces>
      {mayRecord && row.revokeReason === '' && (
        <>
          <Field label="处理方式" htmlFor="record-type" error={errors['handleType']}>
            <Select
              id="record-type"
              data={Object.entries(warningHandlingNames).map(([value, label]) => ({ value, label }))}
              allowDeselect={false}
              comboboxProps={{ zIndex: 320 }}
              value={form.handleType}
              onChange={(value) => {
                setForm({ ...form, handleType: value ?? warningHandling.talk });
              }}
            />
          </Field>
          <Field label="内容" htmlFor="record-content" required error={errors['content'] ?? errors['studentCode']}>
            <CountedTextarea
              id="record-content"
              rows={3}
              maxLength={500}
              placeholder="谈了什么、学生怎么说、下一步怎么做"
              value={form.content}
              onChange={(content) => {
                setForm({ ...form, content });
              }}
            />
          </Field>
        </>
      )}
    </Dialog>
  );
}
