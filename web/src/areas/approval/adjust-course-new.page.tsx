import { adjustTypeNames, type AdjustType } from '@jwxt/contracts/approval/adjust-course.events.ts';
import { adjustCourseApply, adjustCourseSchedules } from '@jwxt/contracts/approval/adjust-course.operations.ts';
import { queryApprovals } from '@jwxt/contracts/approval/approval.operations.ts';
import { modulePath } from '@jwxt/contracts/system/module.vocabulary.ts';
import { Button, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { usePageAddress } from '../../lib/page-address.ts';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { CountedTextarea } from '../../ui/counted-textarea.tsx';
import { EmptyState, QueryFaces } from '../../ui/faces.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Field } from '../../ui/search-form.tsx';
import { adjustmentOf, adjustmentProblems, newAdjustment, weekdayName, weekdayNames, type AdjustCourseForm } from './adjust-course.model.ts';
import classes from './approval.module.css';

const periods = ['1-2', '3-4', '5-6', '7-8', '9-10', '11-12'];

/** 调停课申请: a teacher asks to move, cancel or hand over one meeting of an own class (APPROVAL-47). */
export function AdjustCourseNewPage() {
  const schedules = useOperation(adjustCourseSchedules, {});
  return (
    <Page title="调停课申请" fill={false}>
      <Card title="调停课申请" note="审批通过后生效">
        <QueryFaces query={schedules} rows={6}>
          {({ list }) => (list.length === 0 ? <EmptyState title="本学期没有课程安排" reason="课程安排由排课管理维护" compact /> : <Form schedules={list} />)}
        </QueryFaces>
      </Card>
    </Page>
  );
}

type Schedules = Awaited<ReturnType<typeof adjustCourseSchedules.output.parse>>['list'];

function Form({ schedules }: { schedules: Schedules }) {
  const { replaceWith } = usePageAddress();
  const [form, setForm] = useState<AdjustCourseForm>(newAdjustment);
  const [problems, setProblems] = useState<ReturnType<typeof adjustmentProblems>>({});
  const apply = useOperationMutation(adjustCourseApply, {
    invalidates: ['approval.', queryApprovals.id], success: true, onSuccess: () => { replaceWith(`${modulePath('messageSystem', 'approval')}?tab=0`); },
  });
  const change = (part: Partial<AdjustCourseForm>) => { setForm({ ...form, ...part }); setProblems({}); };
  const chosen = schedules.find(({ scheduleId }) => scheduleId === form.scheduleId);
  const weeks = chosen ? Array.from({ length: chosen.lastWeek - chosen.firstWeek + 1 }, (_, index) => String(chosen.firstWeek + index)) : [];
  const week = (value: string) => ({ value, label: `第${value}周` });
  function submit() {
    if (apply.isPending) return;
    const found = adjustmentProblems(form);
    setProblems(found);
    if (Object.keys(found).length === 0) apply.mutate(adjustmentOf(form));
  }
  const select = (label: string, name: 'week' | 'newWeek' | 'newWeekday' | 'period', data: { value: string; label: string }[]) => (
    <Field label={label} required htmlFor={`adjust-${name}`} error={problems[name]}>
      <Select id={`adjust-${name}`} placeholder="请选择" value={form[name]} data={data} error={problems[name] !== undefined} onChange={(value) => { change({ [name]: value }); }} />
    </Field>
  );
  return (
    <form noValidate className={classes['adjustForm']} onSubmit={(event) => { event.preventDefault(); submit(); }}>
      <div className={classes['wide']}><Field label="课程安排" required htmlFor="adjust-schedule" error={problems.scheduleId}>
        <Select id="adjust-schedule" placeholder="请选择" value={form.scheduleId} error={problems.scheduleId !== undefined} onChange={(scheduleId) => { change({ scheduleId, week: null }); }}
          data={schedules.map((one) => ({ value: one.scheduleId, label: `${one.courseName}（${one.teachingClassName}）${weekdayName(one.weekday)} ${one.period}节 ${one.room}` }))} />
      </Field></div>
      {select('原上课周', 'week', weeks.map(week))}
      <Field label="调整类型" required htmlFor="adjust-type">
        <Select id="adjust-type" allowDeselect={false} value={form.adjustType} data={Object.entries(adjustTypeNames).map(([value, label]) => ({ value, label }))} onChange={(adjustType) => { change({ adjustType: (adjustType ?? '1') as AdjustType }); }} />
      </Field>
      {form.adjustType !== '2' && (
        <>
          {select('新上课周', 'newWeek', Array.from({ length: 20 }, (_, index) => week(String(index + 1))))}
          {select('新星期', 'newWeekday', weekdayNames.map((label, index) => ({ value: String(index + 1), label })))}
          {select('新节次', 'period', periods.map((value) => ({ value, label: `${value}节` })))}
          <Field label="新教室" required htmlFor="adjust-room" error={problems.room}><TextInput id="adjust-room" placeholder="请输入" maxLength={40} value={form.room} error={problems.room !== undefined} onChange={(event) => { change({ room: event.currentTarget.value }); }} /></Field>
          <Field label="代课教师" required={form.adjustType === '4'} htmlFor="adjust-teacher" error={problems.gh} {...(form.adjustType === '4' ? {} : { hint: '不填为本人上课' })}><TextInput id="adjust-teacher" placeholder="请输入工号" maxLength={30} value={form.gh} error={problems.gh !== undefined} onChange={(event) => { change({ gh: event.currentTarget.value }); }} /></Field>
        </>
      )}
      <div className={classes['wide']}><Field label="原因" required error={problems.reason}><CountedTextarea label="原因" value={form.reason} error={problems.reason !== undefined} onChange={(reason) => { change({ reason }); }} /></Field></div>
      <div className={classes['adjustButtons']}><Button type="submit" loading={apply.isPending}>提交送审</Button></div>
    </form>
  );
}
