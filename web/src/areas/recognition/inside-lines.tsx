import type { PersonalCoursePlanRow } from '@jwxt/contracts/base-info/personal-course-plan.operations.ts';
import { Button, Select } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { notify } from '../../lib/notify.ts';
import { PersonalCoursePlanPicker } from '../../pickers/personal-course-plan-picker.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { RemoveLine, type LinesProps } from './outside-lines.tsx';
import classes from './recognition.module.css';
import { emptyInside, gradeName, type InsideLine, type Plan } from './recognition-form.model.ts';

export type InsideLinesProps = LinesProps<InsideLine> & {
  studentId: string;
  plan: Plan;
  /** The mean of the outside scores, as text; empty while there is none. */
  proposal: string;
};

/** In-plan courses with the values they get: chosen one by one, or several from the student's course plan. */
export function InsideLines({ lines, path, errors, studentId, plan, proposal, onChange }: InsideLinesProps) {
  const options = plan.list.map((course) => ({
    value: course.courseId,
    label:
      `${course.courseNum} ${course.courseName}（${course.courseCredit} 学分）` + (course.recognised ? ' 已认定' : ''),
    disabled: course.recognised,
  }));
  const take = (rows: readonly PersonalCoursePlanRow[]) => {
    const known = new Set(lines.map(({ courseId }) => courseId));
    const courses = rows.map((row) => ({
      row,
      course: plan.list.find(({ courseNum }) => courseNum === row.courseBusinessCode),
    }));
    for (const { row } of courses.filter(({ course }) => course === undefined))
      notify.warning(`“${row.courseName}”尚未审核通过，不能作为认定课程`);
    const added = courses.flatMap(({ course }) =>
      course && !known.has(course.courseId) && !course.recognised
        ? [{ courseId: course.courseId, scoreCognizanceFinalValue: proposal }]
        : [],
    );
    const taken = courses.filter(({ course }) => course?.recognised === true);
    if (taken.length > 0) notify.warning(`${taken.map(({ row }) => `“${row.courseName}”`).join('、')}已认定，已略过`);
    if (added.length > 0) onChange([...lines.filter(({ courseId }) => courseId !== ''), ...added]);
  };
  return (
    <div>
      <p className={classes['sideTitle']}>认定为计划内课程</p>
      <div className={`${classes['line'] ?? ''} ${classes['inside'] ?? ''} ${classes['head'] ?? ''}`} aria-hidden>
        <span>课程</span>
        <span>认定成绩</span>
      </div>
      {lines.map((line, at) => {
        const grade = gradeName(line, plan);
        const row = `（第 ${String(at + 1)} 行）`;
        return (
          <div key={at} className={`${classes['line'] ?? ''} ${classes['inside'] ?? ''}`}>
            <Select
              aria-label={`认定课程${row}`}
              placeholder="请选择"
              searchable
              data={options}
              value={line.courseId === '' ? null : line.courseId}
              error={errors[`${path}.${String(at)}.courseId`]}
              nothingFoundMessage="培养计划中没有符合条件的课程"
              onChange={(courseId) => {
                onChange(
                  lines.with(at, {
                    courseId: courseId ?? '',
                    scoreCognizanceFinalValue:
                      line.scoreCognizanceFinalValue === '' ? proposal : line.scoreCognizanceFinalValue,
                  }),
                );
              }}
            />
            <NumberInput
              label={`认定成绩${row}`}
              placeholder="0–100"
              places={1}
              min={0}
              max={100}
              value={line.scoreCognizanceFinalValue}
              error={errors[`${path}.${String(at)}.scoreCognizanceFinalValue`]}
              {...(grade === ''
                ? {}
                : { description: grade, inputWrapperOrder: ['input', 'description', 'error'] as const })}
              onChange={(text) => {
                onChange(lines.with(at, { ...line, scoreCognizanceFinalValue: text }));
              }}
            />
            <RemoveLine
              at={at}
              count={lines.length}
              onRemove={() => {
                onChange(lines.toSpliced(at, 1));
              }}
            />
          </div>
        );
      })}
      <div className={classes['adding']}>
        <Button
          size="xs"
          variant="subtle"
          leftSection={<IconPlus size={14} />}
          onClick={() => {
            onChange([...lines, { ...emptyInside, scoreCognizanceFinalValue: proposal }]);
          }}
        >
          添加认定课程
        </Button>
        <div className={classes['planPicker']}>
          <PersonalCoursePlanPicker
            studentCode={studentId}
            multiple
            value={[]}
            onChange={take}
            label="从个人课程计划选择"
          />
        </div>
        {proposal !== '' && <span className={classes['proposal']}>按学分加权平均：{proposal}</span>}
      </div>
    </div>
  );
}
