import { hoursText } from '../base-info/course.rules.ts';
import { parseWeeks } from '../kernel/week-text.ts';
import type { JobContent } from './teaching-job.events.ts';

/** What is wrong with a job: an error keeps it from being committed, a warning is told. */
export interface JobFinding {
  readonly level: 'error' | 'warning';
  /** Field of the job that it is about. */
  readonly field: string;
  readonly message: string;
}

/** A part of a job by hour type (OPEN-COURSE-19). Hours in tenths. */
export interface JobLink {
  readonly hourType: string;
  readonly hourName: string;
  readonly hours: number;
  readonly startEndWeek: string;
  readonly groupNum: number | null;
  readonly groupSize: number | null;
}

/** A teacher as base data has him now. */
export interface JobTeacherState {
  readonly teacherCode: string;
  /** `kept`: off the job, but may teach (retired and called back, kept on). */
  readonly state: 'onJob' | 'kept' | 'gone';
  readonly stateName: string;
}

/** What stands beside a job. */
export interface BesideJob {
  readonly links: readonly JobLink[];
  readonly teachers: readonly JobTeacherState[];
  /** Classes of it that another job of the course and semester has. */
  readonly taken: readonly { readonly className: string; readonly jobName: string }[];
  /** Planned students and room of all jobs of the course in the semester. */
  readonly course: { readonly planned: number; readonly capacity: number };
  readonly maxWeek: number;
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/** Weeks of a text; none where it is no text of weeks. */
function weeksOf(text: string, maxWeek: number): readonly number[] {
  const parsed = parseWeeks(text, maxWeek);
  return 'weeks' in parsed ? parsed.weeks : [];
}

/**
 * What is wrong with a job as it stands (OPEN-COURSE-04, 05, 19): asked by the commit, and by the page before it.
 * Nothing is written by it.
 */
export function jobFindings(job: JobContent, beside: BesideJob): JobFinding[] {
  const found: JobFinding[] = [];
  const error = (field: string, message: string): void => void found.push({ level: 'error', field, message });
  const warning = (field: string, message: string): void => void found.push({ level: 'warning', field, message });
  const { maxWeek, links } = beside;
  const parsed = parseWeeks(job.startEndWeek, maxWeek);
  const weeks = new Set(weeksOf(job.startEndWeek, maxWeek));
  if ('problem' in parsed) error('startEndWeek', parsed.problem);
  else if (weeks.size === 0) error('startEndWeek', '没有起止周');
  if (job.totalHour <= 0) error('totalHour', '总学时应大于0');
  if (job.capacity <= 0) error('capacity', '容量应大于0');

  if (job.teachers.length === 0) error('teachers', '没有任课教师');
  else {
    const typing = new Set(job.teachers.filter((one) => one.isScoreTeacher).map(({ teacherCode }) => teacherCode));
    if (typing.size !== 1) error('teachers', typing.size === 0 ? '没有指定成绩录入人' : '成绩录入人只能有一名');
  }
  for (const { teacherName, startEndWeek } of job.teachers)
    if (weeksOf(startEndWeek, maxWeek).some((week) => !weeks.has(week)))
      error('teachers', `${teacherName}的起止周超出任务的起止周`);
  for (const { teacherCode, state, stateName } of beside.teachers) {
    const name = job.teachers.find((one) => one.teacherCode === teacherCode)?.teacherName ?? teacherCode;
    if (state === 'gone') error('teachers', `${name}的状态是“${stateName}”，不能任课`);
    if (state === 'kept') warning('teachers', `${name}的状态是“${stateName}”`);
  }
  const taught = sum(job.teachers.map(({ hour }) => hour));
  if (taught > job.totalHour)
    error('teachers', `各教师学时之和${hoursText(taught)}超过总学时${hoursText(job.totalHour)}`);
  for (const { hourType, hourName, hours, groupNum } of links) {
    const ofType = sum(job.teachers.filter((one) => one.hourType === hourType).map(({ hour }) => hour));
    if (ofType > hours * (groupNum ?? 1))
      error('teachers', `${hourName}的教师学时之和${hoursText(ofType)}超过该环节的学时${hoursText(hours)}`);
  }

  if (links.length > 0) {
    const all = sum(links.map(({ hours }) => hours));
    if (all !== job.totalHour)
      error('links', `各教学环节学时之和${hoursText(all)}不等于总学时${hoursText(job.totalHour)}`);
  }
  for (const { hourName, startEndWeek, groupNum, groupSize } of links) {
    if (weeksOf(startEndWeek, maxWeek).some((week) => !weeks.has(week)))
      error('links', `环节“${hourName}”的起止周超出任务的起止周`);
    const places = groupNum !== null && groupSize !== null ? groupNum * groupSize : null;
    const students = job.studentNum ?? job.capacity;
    if (places !== null && places < students)
      error('links', `环节“${hourName}”分组共${String(places)}人，少于${String(students)}名学生`);
  }

  for (const { className, jobName } of beside.taken)
    error('administrativeClasses', `${className}已在同一课程的“${jobName}”中`);
  const { planned, capacity } = beside.course;
  if (capacity < planned)
    warning('capacity', `该课程各任务的容量共${String(capacity)}，少于计划人数${String(planned)}`);
  if (job.weekHours !== null && Math.abs(job.weekHours * weeks.size - job.totalHour) > 20)
    warning('weekHours', `周学时乘以周数为${hoursText(job.weekHours * weeks.size)}，与总学时相差超过2`);
  return found;
}

/** A number of places as equal parts, the larger ones first. */
export function equalParts(whole: number, parts: number): number[] {
  const [least, more] = [Math.floor(whole / parts), whole % parts];
  return Array.from({ length: parts }, (_none, index) => least + (index < more ? 1 : 0));
}

/** The teachers of a teaching class, each once: hours together, weeks together, who types the scores first. */
export function classTeachersOf(teachers: JobContent['teachers'], maxWeek: number) {
  const ordered = teachers.toSorted((a, b) => Number(b.isScoreTeacher) - Number(a.isScoreTeacher));
  return [...Map.groupBy(ordered, ({ teacherCode }) => teacherCode)].map(([teacherCode, parts]) => ({
    teacherCode,
    hour: sum(parts.map(({ hour }) => hour)),
    /** Of several types none is told. */
    hourType: parts.length === 1 ? (parts[0]?.hourType ?? null) : null,
    weeks: [...new Set(parts.flatMap(({ startEndWeek }) => weeksOf(startEndWeek, maxWeek)))].toSorted((a, b) => a - b),
  }));
}
