import type { PersonalCoursePlanRow } from '@jwxt/contracts/base-info/personal-course-plan.operations.ts';
import { PERCENTAGE_HIERARCHY } from '@jwxt/contracts/score/score.vocabulary.ts';
import { ActionIcon, Button, Select } from '@mantine/core';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { notify } from '../../lib/notify.ts';
import { PersonalCoursePlanPicker } from '../../pickers/personal-course-plan-picker.tsx';
import { PlanCourseDialog } from '../../pickers/plan-course.dialog.tsx';
import { ScoreValueSelect } from '../../pickers/score-value-select.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { RemoveLine, type LinesProps } from './outside-lines.tsx';
import classes from './recognition.module.css';
import {
  emptyInside,
  gradeName,
  gradeValue,
  type InsideLine,
  type Plan,
  type PlanCourse,
} from './recognition-form.model.ts';

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
    label: `${course.courseNum} ${course.courseName}（${course.courseCredit} 学分）` + doneWords(course),
    disabled: doneWords(course) !== '',
  }));
  const [choosing, setChoosing] = useState<number | null>(null);
  const chooseAt = (at: number, courseId: string) => {
    const line = lines[at] ?? emptyInside;
    onChange(
      lines.with(at, {
        courseId,
        scoreCognizanceFinalValue: line.scoreCognizanceFinalValue === '' ? proposal : line.scoreCognizanceFinalValue,
      }),
    );
  };
  /** The approved course, neither recognised nor passed, behind a row of a plan; the person is told of any other. */
  const recognisable = (name: string, isIt: (course: PlanCourse) => boolean): PlanCourse | undefined => {
    const course = plan.list.find(isIt);
    if (course === undefined) notify.warning(`“${name}”尚未审核通过，不能作为认定课程`);
    else if (doneWords(course) !== '') notify.warning(`“${name}”${doneWords(course)}，已略过`);
    return course && doneWords(course) === '' ? course : undefined;
  };
  const take = (rows: readonly PersonalCoursePlanRow[]) => {
    const known = new Set(lines.map(({ courseId }) => courseId));
    const added = rows.flatMap((row) => {
      const course = recognisable(row.courseName, ({ courseNum }) => courseNum === row.courseBusinessCode);
      return course === undefined || known.has(course.courseId)
        ? []
        : [{ courseId: course.courseId, scoreCognizanceFinalValue: proposal }];
    });
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
        const row = `（第 ${String(at + 1)} 行）`;
        return (
          <div key={at} className={`${classes['line'] ?? ''} ${classes['inside'] ?? ''}`}>
            <div className={classes['target']}>
              <Select
                aria-label={`认定课程${row}`}
                placeholder="请选择"
                searchable
                data={options}
                value={line.courseId === '' ? null : line.courseId}
                error={errors[`${path}.${String(at)}.courseId`]}
                nothingFoundMessage="培养计划中没有符合条件的课程"
                onChange={(courseId) => {
                  chooseAt(at, courseId ?? '');
                }}
              />
              <ActionIcon
                variant="default"
                size={30}
                aria-label={`查找认定课程${row}`}
                title="按编号或名称查找"
                onClick={() => {
                  setChoosing(at);
                }}
              >
                <IconSearch size={15} />
              </ActionIcon>
            </div>
            <InsideValue
              label={`认定成绩${row}`}
              line={line}
              plan={plan}
              error={errors[`${path}.${String(at)}.scoreCognizanceFinalValue`]}
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
      {choosing !== null && (
        <PlanCourseDialog
          studentCode={studentId}
          chosen={[]}
          onClose={() => {
            setChoosing(null);
          }}
          onConfirm={([row]) => {
            setChoosing(null);
            const course = row && recognisable(row.kcmc, ({ courseId }) => courseId === row.kch);
            if (course) chooseAt(choosing, course.courseId);
          }}
        />
      )}
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

/** Why nothing of a course is left to recognise; empty when it is. */
const doneWords = ({ recognised, passedFinal }: PlanCourse): string =>
  recognised ? ' 已认定' : passedFinal === '' ? '' : ` 已及格（${passedFinal}）`;

/** The value that a course gets: a number, beside which a course with grades has its grades to choose from. */
function InsideValue({
  label,
  line,
  plan,
  error,
  onChange,
}: {
  label: string;
  line: InsideLine;
  plan: Plan;
  error: string | undefined;
  onChange: (text: string) => void;
}) {
  const { scoreHierarchyCode = '' } = plan.list.find(({ courseId }) => courseId === line.courseId) ?? {};
  const hasGrades = scoreHierarchyCode !== '' && scoreHierarchyCode !== PERCENTAGE_HIERARCHY;
  return (
    <div>
      <NumberInput
        label={label}
        placeholder="0–100"
        places={1}
        min={0}
        max={100}
        value={line.scoreCognizanceFinalValue}
        error={error}
        onChange={onChange}
      />
      {hasGrades && (
        <ScoreValueSelect
          label={`${label}等级`}
          clearable={false}
          scoreHierarchyCode={scoreHierarchyCode}
          value={gradeName(line, plan)}
          onChange={(name) => {
            onChange(gradeValue(scoreHierarchyCode, name, plan));
          }}
        />
      )}
    </div>
  );
}
