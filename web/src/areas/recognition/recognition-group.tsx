import { ActionIcon, Button, Select, TextInput } from '@mantine/core';
import { IconArrowRight, IconPlus, IconTrash } from '@tabler/icons-react';
import classes from './recognition.module.css';
import { creditsOf, emptyInside, emptyOutside, type Group, type InsideLine, type OutsideLine, type PlanCourse } from './recognition-form.model.ts';

export type RecognitionGroupProps = {
  group: Group; index: number; courses: readonly PlanCourse[];
  /** Messages by path, as the server names them. */
  errors: Readonly<Record<string, string>>;
  onChange: (group: Group) => void;
  /** Absent when it is the only group. */
  onRemove?: (() => void) | undefined;
};

/** One group of the form: scores earned elsewhere at the left, what they are recognised as at the right, credits of both compared. */
export function RecognitionGroup({ group, index, courses, errors, onChange, onRemove }: RecognitionGroupProps) {
  const credits = creditsOf(group, courses);
  const path = `relateList.${String(index)}`;
  const own = errors[path] ?? errors[`${path}.outSideList`] ?? errors[`${path}.inSideList`];
  return (
    <section className={classes['group']} data-short={credits.short || undefined} aria-label={`第 ${String(index + 1)} 组`}>
      <header className={classes['groupHead']}>
        第 {index + 1} 组
        <span className={classes['credits']} data-short={credits.short || own !== undefined || undefined} role={own === undefined ? undefined : 'alert'}>原课程 {credits.outside} 学分 → 认定 {credits.inside} 学分{own !== undefined ? `：${own}` : credits.short && '：原课程学分不足'}</span>
        {onRemove ? <Button size="xs" variant="subtle" color="red" onClick={onRemove}>删除本组</Button> : <span />}
      </header>
      <div className={classes['sides']}>
        <OutsideLines lines={group.outside} path={`${path}.outSideList`} errors={errors} onChange={(outside) => { onChange({ ...group, outside }); }} />
        <span className={classes['arrow']} aria-label="认定为"><IconArrowRight size={20} aria-hidden /></span>
        <InsideLines lines={group.inside} path={`${path}.inSideList`} errors={errors} courses={courses} onChange={(inside) => { onChange({ ...group, inside }); }} />
      </div>
    </section>
  );
}

type LinesProps<L> = { lines: readonly L[]; path: string; errors: Readonly<Record<string, string>>; onChange: (lines: L[]) => void };

const outsideFields: readonly { key: keyof OutsideLine; wire: string; label: string; placeholder: string; max: number }[] = [
  { key: 'name', wire: 'outCourseName', label: '原课程名称', placeholder: '必填', max: 80 }, { key: 'code', wire: 'outCourseCode', label: '课程号', placeholder: '选填', max: 30 },
  { key: 'credit', wire: 'outCourseCredit', label: '学分', placeholder: '如 3.0', max: 5 }, { key: 'value', wire: 'outScoreCognizanceFinalValue', label: '原成绩', placeholder: '如 85', max: 10 },
  { key: 'source', wire: 'outSchoolScoreTypeName', label: '成绩来源', placeholder: '选填', max: 20 },
];

function OutsideLines({ lines, path, errors, onChange }: LinesProps<OutsideLine>) {
  return (
    <div>
      <p className={classes['sideTitle']}>原成绩</p>
      <div className={`${classes['line'] ?? ''} ${classes['outside'] ?? ''} ${classes['head'] ?? ''}`} aria-hidden>{outsideFields.map((field) => <span key={field.key}>{field.label}</span>)}</div>
      {lines.map((line, at) => (
        <div key={at} className={`${classes['line'] ?? ''} ${classes['outside'] ?? ''}`}>
          {outsideFields.map(({ key, wire, label, placeholder, max }) => (
            <TextInput key={key} aria-label={`${label}（第 ${String(at + 1)} 行）`} placeholder={placeholder} maxLength={max} value={line[key]} error={errors[`${path}.${String(at)}.${wire}`]}
              onChange={(event) => { onChange(lines.with(at, { ...line, [key]: event.currentTarget.value })); }} />
          ))}
          <RemoveLine at={at} count={lines.length} onRemove={() => { onChange(lines.toSpliced(at, 1)); }} />
        </div>
      ))}
      <Button size="xs" variant="subtle" leftSection={<IconPlus size={14} />} onClick={() => { onChange([...lines, emptyOutside]); }}>添加原成绩</Button>
    </div>
  );
}

function InsideLines({ lines, path, errors, courses, onChange }: LinesProps<InsideLine> & { courses: readonly PlanCourse[] }) {
  const options = courses.map((course) => ({ value: course.courseId, label: `${course.courseNum} ${course.courseName}（${course.courseCredit} 学分）${course.recognised ? ' 已认定' : ''}`, disabled: course.recognised }));
  return (
    <div>
      <p className={classes['sideTitle']}>认定为计划内课程</p>
      <div className={`${classes['line'] ?? ''} ${classes['inside'] ?? ''} ${classes['head'] ?? ''}`} aria-hidden><span>课程</span><span>认定成绩</span></div>
      {lines.map((line, at) => (
        <div key={at} className={`${classes['line'] ?? ''} ${classes['inside'] ?? ''}`}>
          <Select aria-label={`认定课程（第 ${String(at + 1)} 行）`} placeholder="请选择" searchable data={options} value={line.courseId === '' ? null : line.courseId} error={errors[`${path}.${String(at)}.courseId`]} nothingFoundMessage="培养计划中没有符合条件的课程"
            onChange={(courseId) => { onChange(lines.with(at, { ...line, courseId: courseId ?? '' })); }} />
          <TextInput aria-label={`认定成绩（第 ${String(at + 1)} 行）`} placeholder="0–100" inputMode="decimal" maxLength={5} value={line.value} error={errors[`${path}.${String(at)}.scoreCognizanceFinalValue`]}
            onChange={(event) => { onChange(lines.with(at, { ...line, value: event.currentTarget.value })); }} />
          <RemoveLine at={at} count={lines.length} onRemove={() => { onChange(lines.toSpliced(at, 1)); }} />
        </div>
      ))}
      <Button size="xs" variant="subtle" leftSection={<IconPlus size={14} />} onClick={() => { onChange([...lines, emptyInside]); }}>添加认定课程</Button>
    </div>
  );
}

function RemoveLine({ at, count, onRemove }: { at: number; count: number; onRemove: () => void }) {
  return <ActionIcon variant="subtle" color="gray" size={28} mt={2} aria-label={`删除第 ${String(at + 1)} 行`} disabled={count === 1} onClick={onRemove}><IconTrash size={15} /></ActionIcon>;
}
