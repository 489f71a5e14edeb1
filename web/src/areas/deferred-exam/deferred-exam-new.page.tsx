import {
  deferredExamApply,
  deferredExamClasses,
  deferredExamDetail,
  REASON_TEXT_MAX,
} from '@jwxt/contracts/deferred-exam/deferred-exam.operations.ts';
import { DEFERRED_EXAM_FILES } from '@jwxt/contracts/deferred-exam/deferred-exam.vocabulary.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { Alert, Button, Group, Select } from '@mantine/core';
import { IconAlertTriangle, IconSend } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { usePageAddress, useUnsavedWork } from '../../lib/page-address.ts';
import { fieldErrorsOf } from '../../lib/field-errors.ts';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { useUser } from '../../lib/session.ts';
import { AttachmentList } from '../../pickers/attachment-list.tsx';
import { StudentPicker, type PickedStudent } from '../../pickers/student-picker.tsx';
import { CountedTextarea } from '../../ui/counted-textarea.tsx';
import { EmptyState, QueryFaces } from '../../ui/faces.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Field } from '../../ui/search-form.tsx';
import { useAddress } from './deferred-exam-address.ts';
import classes from './deferred-exam.module.css';

type Detail = OutputOf<typeof deferredExamDetail>;
type Offer = OutputOf<typeof deferredExamClasses>;
type Errors = Readonly<Record<string, string>>;

/** 申请缓考: a student for himself, a clerk for a student of the unit; or one that was recalled (`?again=`). */
export function DeferredExamNewPage() {
  const { again } = usePageAddress().search as { again?: string };
  return (
    <Page title="申请缓考" fill={false}>
      {again === undefined ? <Application known={null} /> : <Again key={again} applyId={again} />}
    </Page>
  );
}

function Again({ applyId }: { applyId: string }) {
  const query = useOperation(deferredExamDetail, { id: applyId }, { keepPrevious: false, staleTime: 0 });
  if (query.data !== undefined) return <Application known={query.data} />;
  return (
    <Card>
      <QueryFaces query={query} rows={6}>
        {() => null}
      </QueryFaces>
    </Card>
  );
}

function Application({ known }: { known: Detail | null }) {
  const own = useUser().kind === 'student';
  const [student, setStudent] = useState<PickedStudent | null>(known && pickedOf(known));
  const chosen = own || student !== null;
  const query = useOperation(deferredExamClasses, student === null ? {} : { studentId: student.studentCode }, {
    enabled: chosen,
    keepPrevious: false,
    staleTime: 0,
  });
  return (
    <>
      {!own && (
        <Card title="学生">
          <div className={classes['narrow']}>
            <Field label="学生" htmlFor="deferred-student" required>
              <StudentPicker id="deferred-student" value={student} disabled={known !== null} onChange={setStudent} />
            </Field>
          </div>
        </Card>
      )}
      {!chosen ? (
        <Card>
          <EmptyState compact title="请先选择学生" reason="选择学生后，列出其本学期的课程" />
        </Card>
      ) : (
        <QueryFaces query={query} rows={6}>
          {(offer) => <Form key={offer.studentId} offer={offer} known={known} />}
        </QueryFaces>
      )}
    </>
  );
}

const pickedOf = (known: Detail): PickedStudent => ({
  studentCode: known.studentId,
  studentNumber: known.studentNumber,
  studentName: known.studentName,
  departmentName: known.departmentName,
  gradeMajorName: '',
  administrativeClassName: known.studentClassName,
});

function Form({ offer, known }: { offer: Offer; known: Detail | null }) {
  const address = useAddress();
  const { replaceWith } = usePageAddress();
  const [form, setForm] = useState({
    teachingClassId: known?.teachingClassId ?? null,
    deferredReasonCode: known?.deferredReasonCode ?? null,
    reasonText: known?.reasonText ?? '',
  });
  const [begun] = useState(form);
  const [errors, setErrors] = useState<Errors>({});
  const apply = useOperationMutation(deferredExamApply, {
    invalidates: ['deferredExam.', 'approval.'],
    success: true,
    onSuccess: ({ applyId }) => {
      replaceWith(address.one(applyId));
    },
    onError: (error) => {
      setErrors({ form: error.message, ...fieldErrorsOf(error) });
    },
  });
  useUnsavedWork(form !== begun && !apply.isSuccess);
  const chosen = offer.list.find(({ teachingClassId }) => teachingClassId === form.teachingClassId);
  const reason = offer.reasons.find(({ deferredReasonCode }) => deferredReasonCode === form.deferredReasonCode);
  const change = (part: Partial<typeof form>) => {
    setForm({ ...form, ...part });
    setErrors({});
  };
  const send = () => {
    if (apply.isPending) return;
    const missing = {
      ...(chosen === undefined ? { teachingClassId: '请选择课程' } : {}),
      ...(reason === undefined ? { deferredReasonCode: '请选择缓考原因' } : {}),
      ...(form.reasonText.trim() === '' ? { reasonText: '必填' } : {}),
    };
    setErrors(missing);
    if (chosen === undefined || reason === undefined || Object.keys(missing).length > 0) return;
    apply.mutate({
      studentId: offer.studentId,
      teachingClassId: chosen.teachingClassId,
      deferredReasonCode: reason.deferredReasonCode,
      reasonText: form.reasonText,
      applyId: chosen.applyId,
    });
  };
  return (
    <>
      <Card title="缓考课程与原因" note={offer.window}>
        <div className={classes['form']}>
          <Field label="课程" htmlFor="deferred-class" required error={errors['teachingClassId']}>
            <Select
              id="deferred-class"
              placeholder="请选择"
              searchable
              disabled={known !== null}
              value={form.teachingClassId}
              error={errors['teachingClassId'] !== undefined}
              nothingFoundMessage="该学生本学期没有课程"
              data={offer.list.map(({ teachingClassId, courseName, teachingClassName, teacherName, closed }) => ({
                value: teachingClassId,
                label: `${courseName}（${teachingClassName} ${teacherName}）${closed === null ? '' : ` ${closed}`}`,
                disabled: closed !== null,
              }))}
              onChange={(teachingClassId) => {
                change({ teachingClassId });
              }}
            />
          </Field>
          <Field
            label="缓考原因"
            htmlFor="deferred-reason"
            required
            error={errors['deferredReasonCode']}
            {...(reason?.allowAfterExam === yesNo.yes ? { hint: '申请时间截止以后、成绩单提交以前仍可申请' } : {})}
          >
            <Select
              id="deferred-reason"
              placeholder="请选择"
              value={form.deferredReasonCode}
              error={errors['deferredReasonCode'] !== undefined}
              data={offer.reasons.map(({ deferredReasonCode, deferredReasonName }) => ({
                value: deferredReasonCode,
                label: deferredReasonName,
              }))}
              onChange={(deferredReasonCode) => {
                change({ deferredReasonCode });
              }}
            />
          </Field>
          <div className={classes['wide']}>
            <Field label="说明" required error={errors['reasonText']}>
              <CountedTextarea
                label="说明"
                maxLength={REASON_TEXT_MAX}
                placeholder="具体情况，如诊断、赛事与时间"
                value={form.reasonText}
                error={errors['reasonText'] !== undefined}
                onChange={(reasonText) => {
                  change({ reasonText });
                }}
              />
            </Field>
          </div>
        </div>
      </Card>
      <Card
        title="附件"
        note={
          reason?.needFile === yesNo.yes
            ? `缓考原因为“${reason.deferredReasonName}”时须上传证明材料；送审后不能更改`
            : '证明材料，如诊断证明、参赛通知；送审后不能更改'
        }
      >
        {chosen === undefined ? (
          <EmptyState compact title="请先选择课程" reason="附件随所选课程的申请保存" />
        ) : (
          <AttachmentList
            key={chosen.applyId}
            businessTable={DEFERRED_EXAM_FILES}
            businessId={chosen.applyId}
            mode="edit"
          />
        )}
        {errors['files'] !== undefined && (
          <Alert color="red" icon={<IconAlertTriangle size={16} />} mt={12} p={8} role="alert">
            {errors['files']}
          </Alert>
        )}
      </Card>
      <Card>
        {errors['form'] !== undefined && errors['files'] === undefined && (
          <Alert color="red" icon={<IconAlertTriangle size={16} />} mb={12} p={8} role="alert">
            {errors['form']}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" component={Link} to={address.list}>
            返回
          </Button>
          <Button leftSection={<IconSend size={16} />} loading={apply.isPending} onClick={send}>
            提交送审
          </Button>
        </Group>
      </Card>
    </>
  );
}
