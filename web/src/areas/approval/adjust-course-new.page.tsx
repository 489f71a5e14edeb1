import {
  adjustTypeNames,
  type AdjustType,
  adjustType,
  clashNames,
} from '@jwxt/contracts/approval/adjust-course.events.ts';
import {
  adjustCourseApply,
  adjustCourseClashes,
  adjustCourseDetail,
  adjustCourseSchedules,
} from '@jwxt/contracts/approval/adjust-course.operations.ts';
import { weekdayName, weekdayNames } from '@jwxt/contracts/base-info/weekday.vocabulary.ts';
import { queryApprovals } from '@jwxt/contracts/approval/approval.operations.ts';
import { outcomeTexts, type OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { Alert, Button, Select } from '@mantine/core';
import { useState } from 'react';
import { notify } from '../../lib/notify.ts';
import { usePageAddress, usePageParams } from '../../lib/page-address.ts';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { ClassroomPicker } from '../../pickers/classroom-picker.tsx';
import { TeacherPicker } from '../../pickers/teacher-picker.tsx';
import { TimeSelect } from '../../pickers/time-select.tsx';
import { CountedTextarea } from '../../ui/counted-textarea.tsx';
import { EmptyState, QueryFaces } from '../../ui/faces.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Field } from '../../ui/search-form.tsx';
import {
  adjustmentAgain,
  adjustmentOf,
  adjustmentProblems,
  clashesToAsk,
  meetingText,
  newAdjustment,
  refusedAdjustment,
  weeksOf,
  type AdjustCourseForm,
  type AdjustmentProblems,
} from './adjust-course.model.ts';
import classes from './approval.module.css';

type Schedules = OutputOf<typeof adjustCourseSchedules>;
type Again = OutputOf<typeof adjustCourseDetail>;

/** An application that came back, as its applicant corrects and sends it again. */
export function AdjustCourseAgainPage() {
  const { applyId = '' } = usePageParams<'applyId'>();
  const query = useOperation(adjustCourseDetail, { applyId }, { keepPrevious: false });
  if (query.data === undefined)
    return (
      <Page title="调停课申请" fill={false}>
        <Card>
          <QueryFaces query={query} rows={6}>
            {() => null}
          </QueryFaces>
        </Card>
      </Page>
    );
  if (query.data.again === null)
    return (
      <Page title="调停课申请" fill={false}>
        <Card>
          <EmptyState title="这份申请不能再提交" reason="只有被退回或已撤回的本人申请可以修改后重新提交" compact />
        </Card>
      </Page>
    );
  return <AdjustCourseNewPage again={query.data} />;
}

/** 调停课申请: a teacher asks to move, cancel or hand over one meeting of an own class (APPROVAL-47). */
export function AdjustCourseNewPage({ again }: { again?: Again }) {
  const query = useOperation(adjustCourseSchedules, {});
  return (
    <Page title="调停课申请" fill={false}>
      <Card
        title="调停课申请"
        note={again === undefined ? '审批通过后生效' : `${again.approvalBusinessStatusName}的申请，修改后重新提交`}
      >
        <QueryFaces query={query} rows={6}>
          {(schedules) => {
            if (schedules.list.length === 0)
              return <EmptyState title="本学期没有课程安排" reason="课程安排由排课管理维护" compact />;
            return schedules.weeks.length === 0 ? (
              <EmptyState title="本学期已结束" reason="没有可以调整的课次" compact />
            ) : (
              <Form schedules={schedules} again={again} />
            );
          }}
        </QueryFaces>
      </Card>
    </Page>
  );
}

type PartProps = {
  form: AdjustCourseForm;
  problems: AdjustmentProblems;
  schedules: Schedules;
  change: (part: Partial<AdjustCourseForm>) => void;
};

const weekOption = (week: number) => ({ value: String(week), label: `第${String(week)}周` });

function Form({ schedules, again }: { schedules: Schedules; again: Again | undefined }) {
  const { replaceWith } = usePageAddress();
  const [form, setForm] = useState<AdjustCourseForm>(() =>
    again === undefined ? newAdjustment : adjustmentAgain(again, schedules),
  );
  const [problems, setProblems] = useState<AdjustmentProblems>({});
  const apply = useOperationMutation(adjustCourseApply, {
    invalidates: ['approval.', 'adjustCourse.', queryApprovals.id],
    success: true,
    onSuccess: () => {
      replaceWith(`${modulePath('messageSystem', 'approval')}?tab=0`);
    },
    onError: (error) => {
      const refused = refusedAdjustment(error.fieldErrors);
      setProblems(refused);
      if (Object.keys(refused).length === 0) notify.failure(error, outcomeTexts(adjustCourseApply).failure);
    },
  });
  const change = (part: Partial<AdjustCourseForm>) => {
    setForm({ ...form, ...part });
    setProblems({});
  };
  function submit() {
    if (apply.isPending) return;
    const found = adjustmentProblems(form);
    setProblems(found);
    if (Object.keys(found).length === 0) apply.mutate(adjustmentOf(form, again?.applyId));
  }
  const { held } = weeksOf(schedules, form.scheduleId);
  return (
    <form
      noValidate
      className={classes['adjustForm']}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className={classes['wide']}>
        <Field label="课程安排" required htmlFor="adjust-schedule" error={problems.scheduleId}>
          <Select
            id="adjust-schedule"
            placeholder="请选择"
            value={form.scheduleId}
            error={problems.scheduleId !== undefined}
            onChange={(scheduleId) => {
              change({ scheduleId, week: null, period: null, room: null });
            }}
            data={schedules.list.map((one) => ({
              value: one.scheduleId,
              label:
                `${one.courseName}（${one.teachingClassName}）${weekdayName(one.weekday)} ${one.period}节 ` +
                `${one.room}`,
            }))}
          />
        </Field>
      </div>
      <Field
        label="原上课周"
        required
        htmlFor="adjust-week"
        error={problems.week}
        {...(form.scheduleId !== null && held.length === 0 ? { hint: '该课程安排的各周均已上完' } : {})}
      >
        <Select
          id="adjust-week"
          placeholder="请选择"
          value={form.week}
          data={held.map(weekOption)}
          error={problems.week !== undefined}
          onChange={(week) => {
            change({ week });
          }}
        />
      </Field>
      <Field label="调整类型" required htmlFor="adjust-type">
        <Select
          id="adjust-type"
          allowDeselect={false}
          value={form.adjustType}
          data={Object.entries(adjustTypeNames).map(([value, label]) => ({ value, label }))}
          onChange={(type) => {
            change({ adjustType: (type ?? adjustType.move) as AdjustType });
          }}
        />
      </Field>
      {form.adjustType !== adjustType.cancel && (
        <NewPlace form={form} problems={problems} schedules={schedules} change={change} />
      )}
      <Clashes form={form} />
      <div className={classes['wide']}>
        <Field label="原因" required error={problems.reason}>
          <CountedTextarea
            label="原因"
            value={form.reason}
            error={problems.reason !== undefined}
            onChange={(reason) => {
              change({ reason });
            }}
          />
        </Field>
      </div>
      <div className={classes['adjustButtons']}>
        <Button type="submit" loading={apply.isPending}>
          提交送审
        </Button>
      </div>
    </form>
  );
}

/** What stands in the way of the new place, told before the application is sent. */
function Clashes({ form }: Pick<PartProps, 'form'>) {
  const wanted = clashesToAsk(form);
  const query = useOperation(
    adjustCourseClashes,
    wanted ?? { scheduleId: '', week: 0, newWeek: 0, newWeekday: 0, period: '', jsh: '' },
    { enabled: wanted !== null, keepPrevious: false },
  );
  const list = wanted === null ? [] : (query.data?.list ?? []);
  if (list.length === 0) return null;
  return (
    <div className={classes['wide']}>
      <Alert color="orange" title="与已有课程安排冲突，请另选时间、教室或教师">
        {list.map((clash) => (
          <div key={`${clash.with} ${meetingText(clash)}`}>
            {clashNames[clash.with]}：{meetingText(clash)} 已有“{clash.courseName}（{clash.teachingClassName}）”
          </div>
        ))}
      </Alert>
    </div>
  );
}

/** When and where the meeting goes, and who holds it then: rooms of the class's campus that seat it. */
function NewPlace({ form, problems, schedules, change }: PartProps) {
  const { open } = weeksOf(schedules, form.scheduleId);
  const chosen = schedules.list.find(({ scheduleId }) => scheduleId === form.scheduleId);
  const substitute = form.adjustType === adjustType.substitute;
  const select = (label: string, name: 'newWeek' | 'newWeekday', data: { value: string; label: string }[]) => (
    <Field label={label} required htmlFor={`adjust-${name}`} error={problems[name]}>
      <Select
        id={`adjust-${name}`}
        placeholder="请选择"
        value={form[name]}
        data={data}
        error={problems[name] !== undefined}
        onChange={(value) => {
          change({ [name]: value });
        }}
      />
    </Field>
  );
  return (
    <>
      {select('新上课周', 'newWeek', open.map(weekOption))}
      {select(
        '新星期',
        'newWeekday',
        Object.entries(weekdayNames).map(([value, label]) => ({ value, label })),
      )}
      <Field label="新节次" required htmlFor="adjust-period" error={problems.period}>
        <TimeSelect
          id="adjust-period"
          campus={chosen?.xqdm}
          value={form.period ?? ''}
          error={problems.period !== undefined}
          onChange={(period) => {
            change({ period: period === '' ? null : period });
          }}
        />
      </Field>
      <Field label="新教室" required htmlFor="adjust-room" error={problems.room}>
        <ClassroomPicker
          id="adjust-room"
          arrangeable
          campus={chosen?.xqdm}
          headCount={chosen?.headCount}
          value={form.room}
          error={problems.room !== undefined}
          onChange={(room) => {
            change({ room });
          }}
        />
      </Field>
      <Field
        label="代课教师"
        required={substitute}
        htmlFor="adjust-teacher"
        error={problems.teacher}
        {...(substitute ? {} : { hint: '不选为本人上课' })}
      >
        <TeacherPicker
          id="adjust-teacher"
          value={form.teacher === null ? [] : [form.teacher]}
          error={problems.teacher !== undefined}
          onChange={([teacher]) => {
            change({ teacher: teacher ?? null });
          }}
        />
      </Field>
    </>
  );
}
