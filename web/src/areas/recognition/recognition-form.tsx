import { businessStatus } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { RECOGNITION_FILES } from '@jwxt/contracts/file/file.vocabulary.ts';
import type { RecognitionDraftForm } from '@jwxt/contracts/recognition/recognition-draft.ts';
import {
  freeOutsideScores,
  recognisableAttempts,
  recognitionOperationsOf,
} from '@jwxt/contracts/recognition/recognition.operations.ts';
import {
  CREDIT_OVERRIDE,
  MAX_GROUPS,
  recognitionKinds,
  REMARK_MAX,
  type RecognitionKind,
} from '@jwxt/contracts/recognition/recognition.vocabulary.ts';
import { ActionIcon, Alert, Button, Group as Row, Textarea } from '@mantine/core';
import { IconAlertTriangle, IconArrowLeft, IconClock, IconDeviceFloppy, IconPlus, IconSend } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { ApiError } from '../../lib/api-error.ts';
import { newCommandId } from '../../lib/command-id.ts';
import { usePageAddress, useUnsavedWork } from '../../lib/page-address.ts';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { useMay, useUser } from '../../lib/session.ts';
import { AttachmentList } from '../../pickers/attachment-list.tsx';
import { StudentPicker, type PickedStudent } from '../../pickers/student-picker.tsx';
import { EmptyState, QueryFaces } from '../../ui/faces.tsx';
import { Card } from '../../ui/page.tsx';
import { Field } from '../../ui/search-form.tsx';
import { keep, readKept, type KeptForm } from './kept-form.ts';
import { recognitionFormPath, recognitionPath } from './recognition-address.ts';
import { ProgressEffect } from './progress-effect.tsx';
import {
  chosenOf,
  emptyGroup,
  formErrors,
  formOf,
  toDraft,
  type Group,
  type RecognitionForm as Form,
} from './recognition-form.model.ts';
import { RecognitionGroup } from './recognition-group.tsx';

/** What is known of an application that is filled in again. */
type Known = {
  scoreCognizanceApplyId: string;
  studentId: string;
  studentNumber: string;
  studentName: string;
  departmentName: string;
  studentClassName: string;
  approvalBusinessStatus: string;
  opinion: string | null;
  form: RecognitionDraftForm;
};
export type RecognitionFormProps = {
  kind: RecognitionKind;
  /** Saved, returned or recalled; null: a new one. */
  known: Known | null;
  /** For whom a new one begins, with which groups. */
  begin?: { readonly student: PickedStudent; readonly groups: readonly Group[] } | null;
};

/**
 * The application form of a kind (RECOGNITION-14…18): what is typed outlives a reload, 保存 keeps it for another day,
 * 提交送审 sends it.
 */
export function RecognitionForm({ kind, known, begin = null }: RecognitionFormProps) {
  const operations = recognitionOperationsOf[kind];
  const { userName } = useUser();
  const { replaceWith } = usePageAddress();
  const mayOverride = useMay(CREDIT_OVERRIDE);
  const applyId = known?.scoreCognizanceApplyId;
  const [begun] = useState(() => ({
    kept: keptFor(readKept(kind, applyId, userName), begin?.student),
    id: newCommandId(),
    form: known === null ? newForm(begin) : formOf(known.studentId, known.form),
  }));
  // A new application has its id from the beginning, so that evidence can be attached before it is sent.
  const fileOwner = applyId ?? begun.kept?.draftId ?? begun.id;
  const [student, setStudent] = useState<PickedStudent | null>(
    begun.kept?.student ?? (known === null ? (begin?.student ?? null) : studentOf(known)),
  );
  const [form, setForm] = useState<Form>(begun.kept?.form ?? begun.form);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const card = useRef<HTMLDivElement>(null);
  const chosen = form.studentId !== '';
  const window = useOperation(operations.window, {});
  const plan = useOperation(
    operations.planCourses,
    { studentId: form.studentId },
    { enabled: chosen, keepPrevious: false, staleTime: 0 },
  );
  const attempts = useOperation(
    recognisableAttempts,
    { studentId: form.studentId },
    { enabled: chosen && kind === 'system', keepPrevious: false, staleTime: 0 },
  );
  const kept = useOperation(
    freeOutsideScores,
    { studentId: form.studentId },
    { enabled: chosen && kind === 'outSchool', keepPrevious: false, staleTime: 0 },
  );
  const recognised = chosenOf(form);
  const effect = useOperation(
    operations.effect,
    { studentId: form.studentId, relateList: recognised ?? [] },
    { enabled: chosen && recognised !== null, staleTime: 0 },
  );
  const show = (next: Record<string, string>) => {
    setErrors(next);
    if (Object.keys(next).length > 0)
      requestAnimationFrame(() =>
        card.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-error]')?.focus(),
      );
  };
  const refused = (error: ApiError) => {
    show(Object.fromEntries(error.fieldErrors.map(({ field, message }) => [field, message])));
    setProblem(error.traceId === null ? error.message : `${error.message}（追踪号 ${error.traceId}）`);
  };
  const leave = (path: string) => {
    keep(kind, applyId, userName, null);
    replaceWith(path);
  };
  const apply = useOperationMutation(operations.apply, {
    invalidates: ['recognition.', 'approval.'],
    success: true,
    onSuccess: ({ applyId: made }) => {
      leave(recognitionPath(kind, encodeURIComponent(made)));
    },
    onError: refused,
  });
  const save = useOperationMutation(operations.save, {
    invalidates: ['recognition.'],
    success: '保存成功',
    onSuccess: ({ applyId: made }) => {
      leave(recognitionFormPath(kind, made));
    },
    onError: refused,
  });
  const changed = form !== begun.form && !apply.isSuccess && !save.isSuccess;
  // Kept with every change; nothing is left behind once it is sent or saved.
  useEffect(() => {
    if (changed) keep(kind, applyId, userName, { draftId: fileOwner, student, form });
  }, [applyId, changed, fileOwner, form, kind, student, userName]);
  useUnsavedWork(changed);
  const change = (next: Partial<Form>) => {
    setForm({ ...form, ...next });
    setErrors({});
    setProblem(null);
  };
  const busy = apply.isPending || save.isPending;
  const send = () => {
    if (busy) return;
    const found = formErrors(form, {
      kind,
      plan: plan.data ?? { list: [], bands: [] },
      attempts: attempts.data?.list ?? [],
      mayOverride,
    });
    show(found);
    if (Object.keys(found).length === 0)
      apply.mutate({ ...toDraft(form), applyId: fileOwner, studentId: form.studentId });
    else setProblem(found['relateList'] ?? null);
  };
  const keepOnServer = () => {
    if (busy) return;
    if (chosen) save.mutate({ ...toDraft(form), applyId: fileOwner, studentId: form.studentId });
    else show({ studentId: '请先选择学生再操作' });
  };
  const pick = (picked: PickedStudent | null) => {
    setStudent(picked);
    // Another student has other courses and other scores.
    change({
      studentId: picked?.studentCode ?? '',
      groups: form.groups.map((group) =>
        kind === 'system'
          ? emptyGroup(group.id)
          : { ...group, inside: group.inside.map((line) => ({ ...line, courseId: '' })) },
      ),
    });
  };
  const ready = plan.data !== undefined && (kind !== 'system' || attempts.data !== undefined);
  // What is sent is judged by the student's plan and scores as they are now: kept ones may still count what this
  // application took before it came back.
  const judged = ready && !plan.isFetching && !attempts.isFetching;
  const again = known !== null && known.approvalBusinessStatus !== businessStatus.saved;
  const closed = window.data?.open === false && !again;
  return (
    <div ref={card} style={{ display: 'contents' }}>
      <Card
        title={
          <Row gap={8}>
            <ActionIcon
              component={Link}
              to={recognitionPath(kind)}
              variant="subtle"
              color="gray"
              size={28}
              aria-label={`返回${recognitionKinds[kind].applicationName}`}
              title={`返回${recognitionKinds[kind].applicationName}`}
            >
              <IconArrowLeft size={18} />
            </ActionIcon>
            {again ? '修改后重新送审' : `申请${recognitionKinds[kind].name}`}
          </Row>
        }
        {...(window.data ? { note: window.data.text } : {})}
      >
        {closed && (
          <Alert color="red" icon={<IconClock size={16} />} mb={12} p={8} role="status">
            {window.data?.text}；可以先保存，到时再提交送审
          </Alert>
        )}
        {known?.opinion !== null && known?.opinion !== undefined && (
          <Alert color="red" icon={<IconAlertTriangle size={16} />} mb={12} p={8} role="status">
            退回意见：{known.opinion}
          </Alert>
        )}
        <div style={{ maxWidth: 620 }}>
          <Field
            label="学生"
            htmlFor="recognition-student"
            required
            error={errors['studentId']}
            {...(student ? { hint: `${student.administrativeClassName} · ${student.departmentName}` } : {})}
          >
            <StudentPicker
              id="recognition-student"
              value={student}
              disabled={again}
              error={errors['studentId'] !== undefined}
              onChange={pick}
            />
          </Field>
        </div>
      </Card>
      <Card
        grow
        title="原成绩与认定课程"
        note={
          plan.data
            ? `每组原课程学分不得少于认定课程学分；该生认定学分上限 ${plan.data.creditLimit}（要求总学分 ` +
              `${plan.data.creditBase} 的 ${String(plan.data.creditPercent)}%），已占用 ${plan.data.creditTaken}`
            : '每组原课程学分不得少于认定课程学分'
        }
        actions={
          <Button
            variant="light"
            size="xs"
            leftSection={<IconPlus size={14} />}
            disabled={!chosen || form.groups.length >= MAX_GROUPS}
            onClick={() => {
              change({ groups: [...form.groups, emptyGroup(newCommandId())] });
            }}
          >
            添加一组
          </Button>
        }
      >
        <div style={{ overflow: 'auto', minHeight: 0 }}>
          {!chosen ? (
            <EmptyState compact title="请先选择学生" reason="选择学生后，按其培养计划选择认定课程" />
          ) : !ready ? (
            <QueryFaces query={plan.data === undefined ? plan : attempts} compact>
              {() => null}
            </QueryFaces>
          ) : (
            form.groups.map((group, index) => (
              <RecognitionGroup
                key={group.id}
                kind={kind}
                group={group}
                index={index}
                studentId={form.studentId}
                plan={plan.data}
                attempts={attempts.data?.list ?? []}
                kept={kept.data?.list ?? []}
                mayOverride={mayOverride}
                errors={errors}
                onChange={(next) => {
                  change({ groups: form.groups.with(index, next) });
                }}
                onRemove={
                  form.groups.length > 1
                    ? () => {
                        change({ groups: form.groups.toSpliced(index, 1) });
                      }
                    : undefined
                }
              />
            ))
          )}
        </div>
      </Card>
      {recognised !== null && effect.data?.progress && <ProgressEffect effect={effect.data.progress} />}
      <Card title="附件" note="认定依据，如成绩单、课程证书；送审后不能更改">
        <AttachmentList businessTable={RECOGNITION_FILES} businessId={fileOwner} mode="edit" />
      </Card>
      <Card>
        {problem !== null && (
          <Alert color="red" icon={<IconAlertTriangle size={16} />} mb={12} p={8} role="alert">
            {problem}
          </Alert>
        )}
        <div
          style={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: 12, alignItems: 'flex-start' }}
        >
          <div style={{ flex: '1 1 300px', minWidth: 0 }}>
            <Field
              label="备注"
              htmlFor="recognition-remark"
              required
              error={errors['scoreCognizanceApplyRemark']}
              hint={`${String(form.remark.length)} / ${String(REMARK_MAX)}`}
            >
              <Textarea
                id="recognition-remark"
                minRows={1}
                maxRows={3}
                autosize
                maxLength={REMARK_MAX}
                placeholder="认定依据，如交流学校与项目"
                value={form.remark}
                error={errors['scoreCognizanceApplyRemark'] !== undefined}
                onChange={(event) => {
                  change({ remark: event.currentTarget.value });
                }}
              />
            </Field>
          </div>
          <Button
            variant="default"
            leftSection={<IconDeviceFloppy size={16} />}
            loading={save.isPending}
            disabled={apply.isPending}
            onClick={keepOnServer}
          >
            保存
          </Button>
          <Button
            leftSection={<IconSend size={16} />}
            loading={apply.isPending}
            disabled={save.isPending || (chosen && !judged)}
            onClick={send}
          >
            提交送审
          </Button>
        </div>
      </Card>
    </div>
  );
}

/** A new form: empty, or begun for a student. */
function newForm(begin: NonNullable<RecognitionFormProps['begin']> | null): Form {
  const groups = begin === null || begin.groups.length === 0 ? [emptyGroup('first')] : [...begin.groups];
  return { studentId: begin?.student.studentCode ?? '', remark: '', groups };
}

/** What was typed for another student is not what this page was opened for. */
const keptFor = (kept: KeptForm | null, student: PickedStudent | undefined): KeptForm | null =>
  student === undefined || kept?.student?.studentCode === student.studentCode ? kept : null;

function studentOf({ studentId, studentNumber, studentName, departmentName, studentClassName }: Known): PickedStudent {
  return {
    studentCode: studentId,
    studentNumber,
    studentName,
    departmentName,
    gradeMajorName: '',
    administrativeClassName: studentClassName,
  };
}
