import { ActionIcon, Alert, Button, Group as Row, Textarea } from '@mantine/core';
import { IconAlertTriangle, IconArrowLeft, IconPlus, IconSend } from '@tabler/icons-react';
import { RECOGNITION_FILES } from '@jwxt/contracts/file/file.vocabulary.ts';
import { applyRecognition, planCourses, recognitionDetail } from '@jwxt/contracts/recognition/recognition.operations.ts';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { ApiError } from '../../lib/api-error.ts';
import { newCommandId } from '../../lib/command-id.ts';
import { usePageAddress, useUnsavedWork } from '../../lib/page-address.ts';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { AttachmentList } from '../../pickers/attachment-list.tsx';
import { StudentPicker, type PickedStudent } from '../../pickers/student-picker.tsx';
import { EmptyState, QueryFaces } from '../../ui/faces.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Field } from '../../ui/search-form.tsx';
import { emptyGroup, formErrors, formOf, toApplication, type PlanCourse, type RecognitionForm } from './recognition-form.model.ts';
import { RecognitionGroup } from './recognition-group.tsx';

const REMARK_MAX = 200;

/** A new recognition application, or a returned one (`?applyId=`) once more. */
export function RecognitionNewPage() {
  const { applyId } = usePageAddress().search as { applyId?: string };
  const returned = useOperation(recognitionDetail, { id: applyId ?? '' }, { enabled: applyId !== undefined, keepPrevious: false });
  const studentId = returned.data?.studentId ?? '';
  const courses = useOperation(planCourses, { studentId }, { enabled: studentId !== '', keepPrevious: false });
  const loading = applyId !== undefined && (returned.data === undefined || courses.data === undefined);
  const detail = returned.data;
  return (
    <Page title="申请成绩认定" fill={false}>
      {loading ? <Card grow><QueryFaces query={returned.data === undefined ? returned : courses}>{() => null}</QueryFaces></Card>
        : detail && courses.data
          ? <Form key={applyId} applyId={applyId} initial={formOf(detail, courses.data.list)}
              student={{ studentCode: detail.studentId, studentNumber: detail.studentNumber, studentName: detail.studentName, departmentName: detail.departmentName, gradeMajorName: '', administrativeClassName: detail.studentClassName }} />
          : <Form key="new" applyId={undefined} initial={{ studentId: '', remark: '', groups: [emptyGroup('first')] }} student={null} />}
    </Page>
  );
}

function Form({ applyId, initial, student: known }: { applyId: string | undefined; initial: RecognitionForm; student: PickedStudent | null }) {
  const { replaceWith } = usePageAddress();
  // A new application has its id from the beginning, so that evidence can be attached before it is sent.
  const [draftId] = useState(newCommandId);
  const fileOwner = applyId ?? draftId;
  const [student, setStudent] = useState(known);
  const [first] = useState(initial);
  const [form, setForm] = useState(first);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const card = useRef<HTMLDivElement>(null);
  const courses = useOperation(planCourses, { studentId: form.studentId }, { enabled: form.studentId !== '', keepPrevious: false });
  // A returned application holds its own courses: they count as free for it.
  const list: readonly PlanCourse[] = (courses.data?.list ?? []).map((course) => (initial.groups.some((group) => group.inside.some((line) => line.courseId === course.courseId)) ? { ...course, recognised: false } : course));
  const show = (next: Record<string, string>) => {
    setErrors(next);
    if (Object.keys(next).length > 0) requestAnimationFrame(() => card.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-error]')?.focus());
  };
  const apply = useOperationMutation(applyRecognition, {
    invalidates: ['recognition.', 'approval.'], success: '已提交送审',
    onSuccess: ({ applyId: made }) => { replaceWith(`/jwxt/gly/scoreManage/recognition/${made}`); },
    onError: (error: ApiError) => {
      show(Object.fromEntries(error.fieldErrors.map(({ field, message }) => [field, message])));
      setProblem(error.traceId === null ? error.message : `${error.message}（追踪号 ${error.traceId}）`);
    },
  });
  useUnsavedWork(form !== first && !apply.isSuccess);
  const change = (next: Partial<RecognitionForm>) => { setForm({ ...form, ...next }); setErrors({}); setProblem(null); };
  const send = () => {
    const found = formErrors(form, list);
    show(found);
    if (Object.keys(found).length === 0) apply.mutate(toApplication(form, fileOwner));
    else setProblem(found['relateList'] ?? null);
  };
  return (
    <div ref={card} style={{ display: 'contents' }}>
      <Card title={<Row gap={8}><ActionIcon component={Link} to="/jwxt/gly/scoreManage/recognition" variant="subtle" color="gray" size={28} aria-label="返回成绩认定" title="返回成绩认定"><IconArrowLeft size={18} /></ActionIcon>{applyId === undefined ? '申请成绩认定' : '修改后重新送审'}</Row>}>
        <div style={{ maxWidth: 620 }}>
          <Field label="学生" htmlFor="recognition-student" required error={errors['studentId']} {...(student ? { hint: `${student.administrativeClassName} · ${student.departmentName}` } : {})}>
            <StudentPicker id="recognition-student" value={student} disabled={applyId !== undefined} error={errors['studentId'] !== undefined}
              onChange={(picked) => { setStudent(picked); change({ studentId: picked?.studentCode ?? '', groups: form.groups.map((group) => ({ ...group, inside: group.inside.map((line) => ({ ...line, courseId: '' })) })) }); }} />
          </Field>
        </div>
      </Card>
      <Card grow title="原成绩与认定课程" note="每组中，原课程学分合计不得少于认定课程学分合计"
        actions={<Button variant="light" size="xs" leftSection={<IconPlus size={14} />} disabled={form.studentId === '' || form.groups.length >= 20} onClick={() => { change({ groups: [...form.groups, emptyGroup(newCommandId())] }); }}>添加一组</Button>}>
        <div style={{ overflow: 'auto', minHeight: 0 }}>
          {form.studentId === '' ? <EmptyState compact title="请先选择学生" reason="选择学生后，按其培养计划选择认定课程" />
            : courses.data === undefined ? <QueryFaces query={courses} compact>{() => null}</QueryFaces>
              : form.groups.map((group, index) => (
                <RecognitionGroup key={group.id} group={group} index={index} courses={list} errors={errors} onChange={(next) => { change({ groups: form.groups.with(index, next) }); }}
                  onRemove={form.groups.length > 1 ? () => { change({ groups: form.groups.toSpliced(index, 1) }); } : undefined} />
              ))}
        </div>
      </Card>
      <Card title="附件" note="认定依据，如成绩单、课程证书；送审后不能更改">
        <AttachmentList businessTable={RECOGNITION_FILES} businessId={fileOwner} mode="edit" />
      </Card>
      <Card>
        {problem !== null && <Alert color="red" icon={<IconAlertTriangle size={16} />} mb={12} p={8} role="alert">{problem}</Alert>}
        <div style={{ display: 'flex', gap: 12, alignItems: 'flex-start' }}>
          <div style={{ flex: 1, minWidth: 0 }}>
            <Field label="备注" htmlFor="recognition-remark" required error={errors['scoreCognizanceApplyRemark']} hint={`${String(form.remark.length)} / ${String(REMARK_MAX)}`}>
              <Textarea id="recognition-remark" minRows={1} maxRows={3} autosize maxLength={REMARK_MAX} placeholder="认定依据，如交流学校与项目" value={form.remark} error={errors['scoreCognizanceApplyRemark'] !== undefined} onChange={(event) => { change({ remark: event.currentTarget.value }); }} />
            </Field>
          </div>
          <Button leftSection={<IconSend size={16} />} loading={apply.isPending} onClick={send}>提交送审</Button>
        </div>
      </Card>
    </div>
  );
}
